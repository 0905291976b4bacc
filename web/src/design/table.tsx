import { i18n } from "@lingui/core";
import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import type { IconName } from "@/design/icons/icon-names";
import { classNames } from "@/lib/class-names";
import { type SortDirection, sortRows } from "@/lib/sort-rows";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { Icon } from "./icon";
import { NativeSelect } from "./native-select";
import { TABLE_CLASSES, type TableClasses } from "./table-class";
import type { TableColumn, TableSort } from "./table-column";
import { TableRow } from "./table-row";

interface TableProps<Row> {
  /** The accessible caption; not visible. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  defaultSort?: TableSort | undefined;
  /** The URL a row links to. */
  rowLink?: ((row: Row) => string) | undefined;
  /** Called when a row without a link is pressed. */
  onRowSelect?: ((row: Row) => void) | undefined;
  /** A sentence, or an EmptyState with a next step. */
  empty?: ReactNode;
  /** How wide the columns are together: wider tables become cards earlier. */
  width?: keyof typeof TABLE_CLASSES | undefined;
  /** A CSS length such as `24rem`: a longer table scrolls inside it, below a sticky header. */
  maxHeight?: string | undefined;
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  defaultSort,
  rowLink,
  onRowSelect,
  empty,
  width = "some",
  maxHeight,
}: TableProps<Row>) {
  const classes = TABLE_CLASSES[width];
  const { sorted, sort, setSort, toggle } = useSortedRows(rows, columns, defaultSort);

  if (rows.length === 0) return <EmptyTable>{empty}</EmptyTable>;
  const table = (
    <table className={classNames("w-full border-separate border-spacing-0", classes.table)}>
      <caption className="sr-only">{caption}</caption>
      <TableHead columns={columns} sort={sort} onToggle={toggle} classes={classes} />
      <tbody className={classes.body}>
        {sorted.map((row) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            link={rowLink?.(row)}
            onSelect={onRowSelect}
            classes={classes}
          />
        ))}
      </tbody>
    </table>
  );
  return (
    <div className="@container min-w-0">
      <TableSortPicker columns={columns} sort={sort} onSort={setSort} className={classes.sortPicker} />
      <div
        {...(maxHeight === undefined ? {} : scrollRegion(caption, maxHeight))}
        className={classNames(
          classes.frame,
          maxHeight !== undefined && `[--sticky-top:0px] ${classes.scroll}`,
        )}
      >
        {table}
      </div>
    </div>
  );
}

// A tab stop, so that the region can be scrolled by keyboard.
function scrollRegion(label: string, maxHeight: string) {
  const style: CSSProperties & Record<"--table-height", string> = { "--table-height": maxHeight };
  return { role: "region", "aria-label": label, tabIndex: 0, style };
}

function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-deep">
      {children === undefined || typeof children === "string" ? (
        <EmptyState title={children ?? i18n._("Nothing here yet.")} />
      ) : (
        children
      )}
    </div>
  );
}

/** Keeps the chosen sort order when rows change; numbers start descending, texts ascending. */
function useSortedRows<Row>(
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

interface TableSortPickerProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  className: string;
}

/** The sort control where rows are cards without a header. */
function TableSortPicker<Row>({ columns, sort, onSort, className }: TableSortPickerProps<Row>) {
  const sortable = columns.filter((column) => column.sortBy);
  if (sortable.length === 0) return null;

  const orderId = ({ direction, key }: TableSort) => `${direction}:${key}`;
  const orders = sortable.flatMap((column) =>
    (["ascending", "descending"] as const).map((direction) => {
      const order = { key: column.key, direction };
      return { order, value: orderId(order), label: describe(column, direction) };
    }),
  );
  return (
    <Field isInline label={i18n._("Sort by")} className={classNames("mb-3", className)}>
      <NativeSelect
        size="normal"
        options={[{ value: "", label: i18n._("Default order") }, ...orders]}
        value={sort ? orderId(sort) : ""}
        onChange={(value) => onSort(orders.find((each) => each.value === value)?.order)}
      />
    </Field>
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

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onToggle: (column: TableColumn<Row>) => void;
  classes: TableClasses;
}

function TableHead<Row>({ columns, sort, onToggle, classes }: TableHeadProps<Row>) {
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
