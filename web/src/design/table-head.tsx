import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";
import type { TableClasses } from "./table-class";
import type { TableColumn, TableSort } from "./table-column";

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onToggle: (column: TableColumn<Row>) => void;
  classes: TableClasses;
}

export function TableHead<Row>({ columns, sort, onToggle, classes }: TableHeadProps<Row>) {
  return (
    <thead className={classes.head}>
      <tr>
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sortBy && (direction ?? "none")}
              className={classNames(
                "sticky top-(--sticky-top,0px) z-2 h-10 whitespace-nowrap bg-deep px-4 font-medium text-13 text-ink-2 first:rounded-tl-card last:rounded-tr-card",
                column.align === "end" ? "text-right" : "text-left",
              )}
            >
              {column.sortBy ? (
                <button
                  type="button"
                  onClick={() => onToggle(column)}
                  className={classNames(
                    "-mx-2 inline-flex min-h-8 items-center gap-1 rounded-control px-2 transition-colors hover:text-ink",
                    direction && "text-ink",
                    column.align === "end" && "flex-row-reverse",
                  )}
                >
                  {column.header}
                  <Icon name={sortIcon(direction)} size={14} className={direction ? "" : "opacity-60"} />
                </button>
              ) : (
                <span className={column.hideHeader ? "sr-only" : undefined}>{column.header}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function sortIcon(direction: TableSort["direction"] | undefined): IconName {
  if (direction === "ascending") return "chevron-up";
  return direction === "descending" ? "chevron-down" : "chevrons-up-down";
}
