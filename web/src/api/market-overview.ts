import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type MarketOverview = components["schemas"]["Overview"];
export type TickerRow = components["schemas"]["TickerRow"];
export type HeatMapCell = components["schemas"]["HeatMapCell"];

const REFRESH_MS = 30_000;

/** The market overview. Prices are pushed; rankings and the day's statistics are polled. */
export const marketOverviewQuery = queryOptions({
  queryKey: ["market-overview"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/markets/overview", { signal })),
  refetchInterval: REFRESH_MS,
});
