import type { TableLayout } from "./table-column";

interface ListTableLayout extends TableLayout {
  /** Around the table. */
  frame: string;
  /** Around a table with a max height. */
  scroll: string;
  sortPicker: string;
}

const HEAD_CELL =
  "sticky top-(--sticky-top,0px) z-2 h-10 whitespace-nowrap bg-deep px-4 font-medium text-13 text-ink-2 first:rounded-ss-card last:rounded-se-card";
const ROW = "relative transition-colors hover:bg-shelf";
const CELL = "align-middle text-14 text-ink first:font-medium";
const TABLE = "w-full border-separate border-spacing-0";

/**
 * Rows become cards where a table has no room. Container queries: the width of the table's container counts,
 * not of the window. Wider tables switch earlier.
 */
export const LIST_TABLE_LAYOUTS = {
  few: {
    frame: "@max-xl:overflow-x-auto @md:rounded-card @md:border @md:border-line @md:bg-deep",
    scroll: "@md:max-h-(--table-height) @md:overflow-auto",
    table: `${TABLE} @max-md:block`,
    head: "text-start @max-md:hidden",
    headCell: HEAD_CELL,
    body: "@max-md:flex @max-md:flex-col @max-md:gap-3",
    row: `${ROW} @max-md:block @max-md:rounded-card @max-md:border @max-md:border-line @max-md:bg-deep @max-md:px-4 @max-md:py-2`,
    cell: `${CELL} @max-md:flex @max-md:empty:hidden @max-md:min-h-8 @max-md:items-center @max-md:justify-between @max-md:gap-4 @md:h-(--row-height) @md:border-line @md:border-t @md:px-4 @md:py-2 @md:first:whitespace-nowrap`,
    end: "text-end",
    label:
      "@max-md:before:shrink-0 @max-md:before:text-13 @max-md:before:text-ink-2 @max-md:before:content-[attr(data-label)] @max-md:first:before:hidden",
    empty: "@max-md:hidden!",
    sortPicker: "@md:hidden",
  },
  some: {
    frame: "@max-5xl:overflow-x-auto @3xl:rounded-card @3xl:border @3xl:border-line @3xl:bg-deep",
    scroll: "@3xl:max-h-(--table-height) @3xl:overflow-auto",
    table: `${TABLE} @max-3xl:block`,
    head: "text-start @max-3xl:hidden",
    headCell: HEAD_CELL,
    body: "@max-3xl:flex @max-3xl:flex-col @max-3xl:gap-3",
    row: `${ROW} @max-3xl:block @max-3xl:rounded-card @max-3xl:border @max-3xl:border-line @max-3xl:bg-deep @max-3xl:px-4 @max-3xl:py-2`,
    cell: `${CELL} @max-3xl:flex @max-3xl:empty:hidden @max-3xl:min-h-8 @max-3xl:items-center @max-3xl:justify-between @max-3xl:gap-4 @3xl:h-(--row-height) @3xl:border-line @3xl:border-t @3xl:px-4 @3xl:py-2 @3xl:first:whitespace-nowrap`,
    end: "text-end",
    label:
      "@max-3xl:before:shrink-0 @max-3xl:before:text-13 @max-3xl:before:text-ink-2 @max-3xl:before:content-[attr(data-label)] @max-3xl:first:before:hidden",
    empty: "@max-3xl:hidden!",
    sortPicker: "@3xl:hidden",
  },
  many: {
    frame: "@max-7xl:overflow-x-auto @5xl:rounded-card @5xl:border @5xl:border-line @5xl:bg-deep",
    scroll: "@5xl:max-h-(--table-height) @5xl:overflow-auto",
    table: `${TABLE} @max-5xl:block`,
    head: "text-start @max-5xl:hidden",
    headCell: HEAD_CELL,
    body: "@max-5xl:flex @max-5xl:flex-col @max-5xl:gap-3",
    row: `${ROW} @max-5xl:block @max-5xl:rounded-card @max-5xl:border @max-5xl:border-line @max-5xl:bg-deep @max-5xl:px-4 @max-5xl:py-2`,
    cell: `${CELL} @max-5xl:flex @max-5xl:empty:hidden @max-5xl:min-h-8 @max-5xl:items-center @max-5xl:justify-between @max-5xl:gap-4 @5xl:h-(--row-height) @5xl:border-line @5xl:border-t @5xl:px-4 @5xl:py-2 @5xl:first:whitespace-nowrap`,
    end: "text-end",
    label:
      "@max-5xl:before:shrink-0 @max-5xl:before:text-13 @max-5xl:before:text-ink-2 @max-5xl:before:content-[attr(data-label)] @max-5xl:first:before:hidden",
    empty: "@max-5xl:hidden!",
    sortPicker: "@5xl:hidden",
  },
} as const satisfies Record<string, ListTableLayout>;
