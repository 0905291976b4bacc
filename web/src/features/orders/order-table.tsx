import { Table, type TableProps } from "@/design/table";
import type { TableLayout } from "@/design/table-column";

// A row of a table, or a card of two columns where there is no room.
const LAYOUT: TableLayout = {
  table: "block w-full @max-4xl:px-(--card-inset,--spacing(3)) @max-4xl:pt-(--card-inset,--spacing(3))",
  head: "sticky top-(--sticky-top,0px) z-1 block bg-deep text-start @max-4xl:hidden",
  headRow: "grid h-8 grid-cols-(--columns) items-center gap-x-3 px-4",
  headCell: "block truncate font-medium text-12 text-ink-3",
  body: "block",
  row: "grid transition-colors hover:bg-shelf @4xl:min-h-[calc(var(--row-height)*0.8)] @4xl:grid-cols-(--columns) @4xl:items-center @4xl:gap-x-3 @4xl:border-line @4xl:border-t @4xl:px-4 @4xl:py-1 @max-4xl:mb-2 @max-4xl:grid-cols-2 @lg:@max-4xl:grid-cols-4 @max-4xl:gap-x-4 @max-4xl:gap-y-2 @max-4xl:rounded-card @max-4xl:border @max-4xl:border-line @max-4xl:bg-deep @max-4xl:p-3",
  cell: "block min-w-0 text-13 text-ink tabular-nums",
  end: "@4xl:text-end",
  label:
    "@max-4xl:before:block @max-4xl:before:text-12 @max-4xl:before:text-ink-3 @max-4xl:before:content-[attr(data-label)]",
  empty: "@max-4xl:hidden",
};

const ROW_HEIGHT = 40;

/** Takes a whole line where rows are cards. */
export const WIDE = "@max-4xl:col-span-full";
/** Adds space after a right-aligned column. */
export const INSET = "@4xl:ps-4";

/** A dense table of orders or trades; rows become cards where there is no room. */
export function OrderTable<Row>(props: Pick<TableProps<Row>, "caption" | "columns" | "rows" | "rowKey">) {
  return (
    <div className="@container min-w-0">
      <Table {...props} layout={LAYOUT} rowHeight={ROW_HEIGHT} />
    </div>
  );
}
