import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import type { SortDirection } from "@/lib/sort-rows";
import type { TableColumn, TableSort } from "./table-column";

interface TableSortPickerProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  className: string;
}

/** Sorting where rows are cards and there is no head to press. */
export function TableSortPicker<Row>({ columns, sort, onSort, className }: TableSortPickerProps<Row>) {
  const sortable = columns.filter((column) => column.sortBy);
  if (sortable.length === 0) return null;

  function choose(value: string) {
    const [direction, key] = value.split(/:(.*)/s);
    onSort(key ? { key, direction: direction === "ascending" ? "ascending" : "descending" } : undefined);
  }

  return (
    <label className={classNames("mb-3 flex items-center gap-3 text-13 text-ink-2", className)}>
      <span className="shrink-0">{i18n._("Sort by")}</span>
      <select
        value={sort ? `${sort.direction}:${sort.key}` : ""}
        onChange={(event) => choose(event.target.value)}
        className="min-h-10 min-w-0 grow rounded-control border border-line-control bg-shelf px-3 text-14 text-ink"
      >
        <option value="">{i18n._("Default order")}</option>
        {sortable.flatMap((column) => [
          <option key={`${column.key}-up`} value={`ascending:${column.key}`}>
            {describe(column, "ascending")}
          </option>,
          <option key={`${column.key}-down`} value={`descending:${column.key}`}>
            {describe(column, "descending")}
          </option>,
        ])}
      </select>
    </label>
  );
}

function describe<Row>({ header, align }: TableColumn<Row>, direction: SortDirection): string {
  if (align === "end") {
    return direction === "ascending"
      ? i18n._("{header}, lowest first", { header })
      : i18n._("{header}, highest first", { header });
  }
  return direction === "ascending"
    ? i18n._("{header}, from A to Z", { header })
    : i18n._("{header}, from Z to A", { header });
}
