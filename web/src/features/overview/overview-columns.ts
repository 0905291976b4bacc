/** The width of each column, and the breakpoint from which it is shown. */
export const MARKET_COLUMNS = {
  favourite: "w-10 pl-1 sm:w-13 sm:pl-3",
  pair: "px-1 sm:px-2",
  price: "w-[30%] px-1 sm:px-2 sm:w-[18%] lg:w-[14%]",
  change: "w-22 px-1 pr-3 sm:px-2 sm:w-[14%] lg:w-[11%]",
  high: "w-[13%] px-2 max-lg:hidden",
  low: "w-[13%] px-2 max-lg:hidden",
  volume: "w-[20%] px-2 max-sm:hidden lg:w-[15%]",
  line: "w-36 px-2 pr-4 max-md:hidden xl:w-44",
} as const;
