import { i18n } from "@lingui/core";
import { type CSSProperties, memo, type Ref, Suspense } from "react";
import { lazyPart } from "@/design/lazy-part";
import { classNames } from "@/lib/class-names";
import type { DenseColumn } from "./dense-column";
import type { RenderRow } from "./virtual-rows";

interface DenseRowProps<Row> {
  row: Row;
  columns: readonly DenseColumn<Row>[];
  /** The index in a virtualised list, for aria-rowindex and for measuring. */
  index?: number | undefined;
  rowRef?: Ref<HTMLTableRowElement> | undefined;
}

// A row of a table, or a card of two columns where there is no room.
const ROW =
  "grid transition-colors hover:bg-shelf @4xl:min-h-(--dense-row) @4xl:grid-cols-(--columns) @4xl:items-center @4xl:gap-x-3 @4xl:border-line @4xl:border-t @4xl:px-4 @4xl:py-1 @max-4xl:mb-2 @max-4xl:grid-cols-2 @lg:@max-4xl:grid-cols-4 @max-4xl:gap-x-4 @max-4xl:gap-y-2 @max-4xl:rounded-card @max-4xl:border @max-4xl:border-line @max-4xl:bg-deep @max-4xl:p-3";

function Row<Row>({ row, columns, rowRef, index }: DenseRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index === undefined ? undefined : index + 2}
      ref={rowRef}
      data-index={index}
      className={ROW}
    >
      {columns.map((column) => {
        const { key, header, cell, align, track, isEmpty } = column;
        const isBelow = track === undefined;
        const hasNothing = isEmpty?.(row) ?? false;
        if (isBelow && hasNothing) return null;
        return (
          <td
            key={key}
            {...(isBelow ? { colSpan: columns.length } : {})}
            className={classNames(
              "block min-w-0 text-left text-13 text-ink tabular-nums",
              align === "end" && "@4xl:text-right",
              column.isInset && "@4xl:pl-4",
              column.isWide && "@max-4xl:col-span-full",
              isBelow && "col-span-full",
              hasNothing && "@max-4xl:hidden",
            )}
          >
            {!column.hideHeader && <span className="block text-12 text-ink-3 @4xl:hidden">{header}</span>}
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

// Memoised: an event changes one of thousands of rows.
const DenseRow = memo(Row) as typeof Row;

interface DenseTableProps<Row> {
  /** The accessible caption; not visible. */
  caption: string;
  columns: readonly DenseColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

// Shorter lists are not virtualised.
const MAX_UNVIRTUALIZED_ROWS = 60;

const VirtualRows = lazyPart(
  () => import("./virtual-rows").then((module) => module.VirtualRows),
  ({ renderRow }) => (
    <tbody className="block">
      {Array.from({ length: MAX_UNVIRTUALIZED_ROWS }, (_, index) => renderRow(index))}
      <tr className="block">
        <td className="block px-4 py-3 text-ink-2">{i18n._("Couldn’t load more rows.")}</td>
      </tr>
    </tbody>
  ),
);

/** A dense table for the trading screen, virtualised if long; rows become cards where there is no room. */
export function DenseTable<Row>({ caption, columns, rows, rowKey }: DenseTableProps<Row>) {
  const style: CSSProperties & Record<"--columns" | "--dense-row", string> = {
    "--columns": columns.flatMap(({ track }) => track ?? []).join(" "),
    "--dense-row": "calc(var(--row-height) * 0.8)",
  };
  const renderRow: RenderRow = (index, rowRef) => {
    const row = rows[index];
    if (row === undefined) return null;
    return <DenseRow key={rowKey(row)} {...{ row, columns, index, rowRef }} />;
  };
  // Without an index: a new row at the top would change all of them and re-render every row.
  const first = rows
    .slice(0, MAX_UNVIRTUALIZED_ROWS)
    .map((row) => <DenseRow key={rowKey(row)} {...{ row, columns }} />);

  return (
    <div className="@container min-w-0">
      <table
        aria-rowcount={rows.length > MAX_UNVIRTUALIZED_ROWS ? rows.length + 1 : undefined}
        style={style}
        className="block w-full @max-4xl:px-(--card-inset,--spacing(3)) @max-4xl:pt-(--card-inset,--spacing(3))"
      >
        <caption className="sr-only">{caption}</caption>
        <DenseHead columns={columns} />
        {rows.length <= MAX_UNVIRTUALIZED_ROWS ? (
          <tbody className="block">{first}</tbody>
        ) : (
          <Suspense fallback={<tbody className="block">{first}</tbody>}>
            <VirtualRows count={rows.length} renderRow={renderRow} />
          </Suspense>
        )}
      </table>
    </div>
  );
}

function DenseHead<Row>({ columns }: { columns: readonly DenseColumn<Row>[] }) {
  return (
    <thead className="sticky top-(--sticky-top,0px) z-1 block bg-deep @max-4xl:hidden">
      <tr aria-rowindex={1} className="grid h-8 grid-cols-(--columns) items-center gap-x-3 px-4">
        {columns
          .filter(({ track }) => track !== undefined)
          .map(({ key, header, align, hideHeader, isInset }) => (
            <th
              key={key}
              scope="col"
              className={classNames(
                "block truncate font-medium text-12 text-ink-3",
                align === "end" ? "text-right" : "text-left",
                isInset && "pl-4",
              )}
            >
              <span className={hideHeader ? "sr-only" : undefined}>{header}</span>
            </th>
          ))}
      </tr>
    </thead>
  );
}
