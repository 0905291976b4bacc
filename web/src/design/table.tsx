import { i18n } from "@lingui/core";
import { type CSSProperties, memo, type ReactNode, type Ref, Suspense } from "react";
import { classNames } from "@/lib/class-names";
import { lazyPart } from "./lazy-part";
import type { TableColumn, TableLayout } from "./table-column";

export interface TableProps<Row> {
  /** The accessible caption; not visible. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** In the order in which they are shown. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  layout: TableLayout;
  /** The likely height of a row in pixels; with it, long tables are virtualised. */
  rowHeight?: number | undefined;
  /** Renders a header in place of the plain one, such as a sortable one. */
  renderHead?: ((column: TableColumn<Row>, className: string) => ReactNode) | undefined;
}

// Shorter tables are not virtualised.
const MAX_UNVIRTUALIZED_ROWS = 60;

const VirtualRows = lazyPart(
  () => import("./virtual-rows").then((module) => module.VirtualRows),
  ({ first }) => (
    <>
      {first}
      <tbody>
        <tr>
          <td colSpan={99} className="px-4 py-3 text-ink-2">
            {i18n._("Couldn’t load more rows.")}
          </td>
        </tr>
      </tbody>
    </>
  ),
);

/** The one table: a layout gives it its looks, and long ones with a row height are virtualised. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, layout, rowHeight } = props;
  const isVirtual = rowHeight !== undefined && rows.length > MAX_UNVIRTUALIZED_ROWS;
  const style: CSSProperties & Record<"--columns", string> = {
    "--columns": columns.map(({ track }) => track).join(" "),
  };
  const renderRow = (row: Row, index?: number, rowRef?: Ref<HTMLTableRowElement>) => (
    <TableRow key={rowKey(row)} {...{ row, columns, layout, index, rowRef }} />
  );
  const first = (
    <tbody className={layout.body}>
      {/* Without an index: a new row at the top would change all of them and re-render every row. */}
      {(isVirtual ? rows.slice(0, MAX_UNVIRTUALIZED_ROWS) : rows).map((row) => renderRow(row))}
    </tbody>
  );

  return (
    <table aria-rowcount={isVirtual ? rows.length + 1 : undefined} style={style} className={layout.table}>
      <caption className="sr-only">{caption}</caption>
      <TableHead {...props} />
      <Suspense fallback={first}>
        {isVirtual ? (
          <VirtualRows className={layout.body} {...{ rows, first, rowHeight, renderRow }} />
        ) : (
          first
        )}
      </Suspense>
    </table>
  );
}

function TableHead<Row>({ columns, layout, rowHeight, renderHead }: TableProps<Row>) {
  return (
    <thead className={layout.head}>
      <tr aria-rowindex={rowHeight && 1} className={layout.headRow}>
        {columns.map((column) => {
          const { key, header, align, hideHeader, isBelow } = column;
          if (isBelow) return null;
          const className = classNames(layout.headCell, align && layout.end, column.className);
          return (
            renderHead?.(column, className) ?? (
              <th key={key} scope="col" className={className}>
                <span className={hideHeader && "sr-only"}>{header}</span>
              </th>
            )
          );
        })}
      </tr>
    </thead>
  );
}

interface TableRowProps<Row> extends Pick<TableProps<Row>, "columns" | "layout"> {
  row: Row;
  /** The index in a virtualised table, for aria-rowindex and for measuring. */
  index?: number | undefined;
  rowRef?: Ref<HTMLTableRowElement> | undefined;
}

function Row<Row>({ row, columns, layout, index, rowRef }: TableRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index === undefined ? undefined : index + 2}
      ref={rowRef}
      data-index={index}
      className={layout.row}
    >
      {columns.map((column) => {
        const isEmpty = column.isEmpty?.(row);
        if (column.isBelow && isEmpty) return null;
        return (
          <td
            key={column.key}
            colSpan={column.isBelow && columns.length}
            data-label={column.header}
            className={classNames(
              layout.cell,
              column.align && layout.end,
              !column.hideHeader && layout.label,
              isEmpty && layout.empty,
              column.className,
            )}
          >
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

// Memoised: an event changes one of thousands of rows.
const TableRow = memo(Row) as typeof Row;
