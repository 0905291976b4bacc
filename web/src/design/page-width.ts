/** The max width of a page's content; shared by header, footer and bands so that their edges align. */
export const PAGE_WIDTH = {
  reading: "mx-auto w-full max-w-7xl px-4 sm:px-6 lg:px-8",
  wide: "mx-auto w-full max-w-480 px-4 lg:px-6",
  full: "w-full px-4",
} as const;

export type PageWidth = keyof typeof PAGE_WIDTH;
