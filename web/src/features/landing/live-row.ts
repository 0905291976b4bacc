/** The layout of a row of live prices and of its placeholder. */
export const LIVE_ROW =
  "grid h-13 grid-cols-[minmax(0,1fr)_3.5rem_minmax(5.25rem,auto)] items-center gap-3 sm:gap-4 px-4 sm:grid-cols-[minmax(0,1fr)_6rem_8rem]";
