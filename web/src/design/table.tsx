import { i18n } from "@lingui/core";
import type { CSSProperties, ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { EmptyState } from "./empty-state";
import { TABLE_CLASSES } from "./table-class";
import type { TableColumn, TableSort } from "./table-column";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { TableSortPicker } from "./table-sort-picker";
import { useSortedRows } from "./use-sorted-rows";

interface TableProps<Row> {
  /** What the table holds, for those who listen; it is not shown. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  defaultSort?: TableSort | undefined;
  /** The page a row leads to. */
  rowLink?: ((row: Row) => string) | undefined;
  /** What pressing a row does, where it leads to no page. */
  onRowSelect?: ((row: Row) => void) | undefined;
  /** A sentence, or an EmptyState with a next step. */
  empty?: ReactNode;
  /** How much stands side by side: with more of it the rows become cards earlier. */
  width?: keyof typeof TABLE_CLASSES | undefined;
  /** A CSS length such as `24rem`: a longer table scrolls inside it, below its head. */
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

// Without a place in the tab order the keyboard could not scroll it.
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
