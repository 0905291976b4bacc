import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type TradingData = components["schemas"]["TradingData"];
export type TradingDataItem = components["schemas"]["TradingDataItem"];

export const PERIODS = ["5m", "15m", "1h", "4h", "1d"] as const;

export type Period = (typeof PERIODS)[number];

// The book is looked at once a minute; more often there is nothing new.
const REFRESH_MS = 60_000;

/** What takers did, how the book looked and how prices moved, one item for each period. */
export const tradingDataQuery = (symbol: string, period: Period) =>
  queryOptions({
    queryKey: ["markets", "trading-data", symbol, period],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/v1/markets/trading-data", { params: { query: { symbol, period } }, signal })),
    refetchInterval: REFRESH_MS,
  });
