import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { formatDateTime } from "@/lib/dates";

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

/** The start of a period: in local time, but days in UTC. */
export function periodStart(startMs: number, period: Period): string {
  if (period !== "1d") return formatDateTime(startMs / 1000);
  const date = new Date(startMs);
  const digits = (value: number) => String(value).padStart(2, "0");
  return [digits(date.getUTCDate()), digits(date.getUTCMonth() + 1), date.getUTCFullYear()].join(".");
}

/** The same in short, for an axis. */
export function periodMark(startMs: number, period: Period): string {
  const text = periodStart(startMs, period);
  if (period === "1d") return text.slice(0, 5);
  return period === "4h" ? `${text.slice(0, 5)} ${text.slice(-5)}` : text.slice(-5);
}
