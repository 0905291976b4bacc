import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type TradingData = components["schemas"]["TradingData"];
export type TradingDataItem = components["schemas"]["TradingDataItem"];

export const PERIODS = ["5m", "15m", "1h", "4h", "1d"] as const;

export type Period = (typeof PERIODS)[number];

// The server samples the book once a minute.
const REFRESH_MS = 60_000;

/** Taker volume, spread, depth and volatility, one item per period. */
export const tradingDataQuery = (symbol: string, period: Period) =>
  queryOptions({
    queryKey: ["trading-data", symbol, period],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/v1/markets/trading-data", { params: { query: { symbol, period } }, signal })),
    refetchInterval: REFRESH_MS,
  });
