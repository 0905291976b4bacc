import { memo, type Ref } from "react";
import { classNames } from "@/lib/class-names";
import type { DenseColumn } from "./dense-column";

interface DenseRowProps<Row> {
  row: Row;
  columns: readonly DenseColumn<Row>[];
  /** Its place in a list of which only a part is drawn, for those who listen and for what measures it. */
  index?: number | undefined;
  rowRef?: Ref<HTMLTableRowElement> | undefined;
}

// One row of a table, or a card of two columns where there is no room for one.
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

// Thousands of rows, of which an event changes one.
export const DenseRow = memo(Row) as typeof Row;
