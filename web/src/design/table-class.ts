/**
 * Where a table has no room its rows become cards. The width that counts is that of the place it stands in,
 * not of the window, so a table in a narrow panel does the same. More columns give way earlier.
 */
export const TABLE_CLASSES = {
  few: {
    frame: "@max-xl:overflow-x-auto @md:rounded-card @md:border @md:border-line @md:bg-deep",
    scroll: "@md:max-h-(--table-height) @md:overflow-auto",
    table: "@max-md:block",
    head: "@max-md:hidden",
    body: "@max-md:flex @max-md:flex-col @max-md:gap-3",
    row: "@max-md:block @max-md:rounded-card @max-md:border @max-md:border-line @max-md:bg-deep @max-md:px-4 @max-md:py-2",
    cell: "@max-md:flex @max-md:min-h-8 @max-md:items-center @max-md:justify-between @max-md:gap-4 @md:h-12 @md:border-line @md:border-t @md:px-4 @md:py-2",
    label:
      "@max-md:before:shrink-0 @max-md:before:text-13 @max-md:before:text-ink-2 @max-md:before:content-[attr(data-label)]",
    sortPicker: "@md:hidden",
  },
  some: {
    frame: "@max-4xl:overflow-x-auto @2xl:rounded-card @2xl:border @2xl:border-line @2xl:bg-deep",
    scroll: "@2xl:max-h-(--table-height) @2xl:overflow-auto",
    table: "@max-2xl:block",
    head: "@max-2xl:hidden",
    body: "@max-2xl:flex @max-2xl:flex-col @max-2xl:gap-3",
    row: "@max-2xl:block @max-2xl:rounded-card @max-2xl:border @max-2xl:border-line @max-2xl:bg-deep @max-2xl:px-4 @max-2xl:py-2",
    cell: "@max-2xl:flex @max-2xl:min-h-8 @max-2xl:items-center @max-2xl:justify-between @max-2xl:gap-4 @2xl:h-12 @2xl:border-line @2xl:border-t @2xl:px-4 @2xl:py-2",
    label:
      "@max-2xl:before:shrink-0 @max-2xl:before:text-13 @max-2xl:before:text-ink-2 @max-2xl:before:content-[attr(data-label)]",
    sortPicker: "@2xl:hidden",
  },
  many: {
    frame: "@max-7xl:overflow-x-auto @5xl:rounded-card @5xl:border @5xl:border-line @5xl:bg-deep",
    scroll: "@5xl:max-h-(--table-height) @5xl:overflow-auto",
    table: "@max-5xl:block",
    head: "@max-5xl:hidden",
    body: "@max-5xl:flex @max-5xl:flex-col @max-5xl:gap-3",
    row: "@max-5xl:block @max-5xl:rounded-card @max-5xl:border @max-5xl:border-line @max-5xl:bg-deep @max-5xl:px-4 @max-5xl:py-2",
    cell: "@max-5xl:flex @max-5xl:min-h-8 @max-5xl:items-center @max-5xl:justify-between @max-5xl:gap-4 @5xl:h-12 @5xl:border-line @5xl:border-t @5xl:px-4 @5xl:py-2",
    label:
      "@max-5xl:before:shrink-0 @max-5xl:before:text-13 @max-5xl:before:text-ink-2 @max-5xl:before:content-[attr(data-label)]",
    sortPicker: "@5xl:hidden",
  },
} as const;

export type TableClasses = (typeof TABLE_CLASSES)[keyof typeof TABLE_CLASSES];
