import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type Pair = components["schemas"]["Pair"];
export type Ticker = components["schemas"]["Ticker"];
export type PublicTrade = components["schemas"]["PublicTrade"];
export type Candle = components["schemas"]["CandleView"];

// A pair's rules rarely change, and its ticker is pushed.
const RULES_STALE_MS = 60_000;

/** All pairs of the exchange, in display order. */
export const pairsQuery = queryOptions({
  queryKey: ["pairs"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/pairs", { signal }))).items,
  staleTime: RULES_STALE_MS,
});

/** One pair; `PAIR_UNKNOWN` if it does not exist. */
export const pairQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["pairs", symbol],
    queryFn: ({ signal }) => unwrap(api.GET("/v1/pairs/{symbol}", { params: { path: { symbol } }, signal })),
    staleTime: RULES_STALE_MS,
  });
