import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import type { SortDirection } from "@/lib/sort-rows";
import { Icon, type IconName } from "./icon";
import type { TableColumn, TableSort } from "./table-column";

type OnSort = (sort: TableSort) => void;

/** The headers of a table's sortable columns, for its `renderHead`. */
export function sortHeads(sort: TableSort | undefined, onSort: OnSort) {
  return <Row,>(column: TableColumn<Row>, className: string): ReactNode =>
    column.sortBy && (
      <SortHead
        key={column.key}
        column={column}
        className={className}
        direction={sort?.key === column.key ? sort.direction : undefined}
        onSort={onSort}
      />
    );
}

interface SortHeadProps<Row> {
  column: TableColumn<Row>;
  className: string;
  /** Undefined while the table is sorted by another column. */
  direction: SortDirection | undefined;
  onSort: OnSort;
}

/** Sorts by its column, or reverses the order; numbers start descending, texts ascending. */
function SortHead<Row>({ column, className, direction, onSort }: SortHeadProps<Row>) {
  const { key, header, align } = column;
  const isEnd = align === "end";
  const isAscendingNext = direction ? direction === "descending" : !isEnd;
  return (
    <th scope="col" aria-sort={direction ?? "none"} className={className}>
      <button
        type="button"
        onClick={() => onSort({ key, direction: isAscendingNext ? "ascending" : "descending" })}
        className={classNames(
          "-mx-1 inline-flex min-h-8 max-w-[calc(100%+--spacing(2))] items-center gap-1 rounded-control px-1 transition-colors hover:text-ink",
          direction && "text-ink",
          isEnd && "flex-row-reverse",
        )}
      >
        <span className="truncate">{header}</span>
        <Icon name={iconOf(direction)} size={14} className={direction ? "" : "opacity-60 max-sm:hidden"} />
      </button>
    </th>
  );
}

function iconOf(direction: SortDirection | undefined): IconName {
  if (direction === "ascending") return "chevron-up";
  return direction === "descending" ? "chevron-down" : "chevrons-up-down";
}
