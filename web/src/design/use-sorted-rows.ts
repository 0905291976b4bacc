import { useMemo, useState } from "react";
import { sortRows } from "@/lib/sort-rows";
import type { TableColumn, TableSort } from "./table-column";

/** Keeps the chosen order over new rows; figures start with the greatest, texts with the first. */
export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  defaultSort: TableSort | undefined,
) {
  const [sort, setSort] = useState(defaultSort);

  const sorted = useMemo(() => {
    const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy;
    return sort && sortBy ? sortRows(rows, sortBy, sort.direction) : rows;
  }, [rows, columns, sort]);

  function toggle(column: TableColumn<Row>) {
    if (sort?.key === column.key) {
      setSort({ key: sort.key, direction: sort.direction === "ascending" ? "descending" : "ascending" });
    } else {
      setSort({ key: column.key, direction: column.align === "end" ? "descending" : "ascending" });
    }
  }

  return { sorted, sort, setSort, toggle };
}
