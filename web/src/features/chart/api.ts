import { api, unwrap } from "@/api/client";
import type { Candle } from "@/api/pairs";
import type { Interval } from "./intervals";

/** The max number per request. */
export const MAX_CANDLES = 1_000;

export interface CandleRange {
  /** Candles that start at or after it. */
  fromMs?: number;
  /** Candles that start before it. */
  toMs?: number;
  limit: number;
}

export type FetchCandles = (range: CandleRange, signal: AbortSignal) => Promise<readonly Candle[]>;

/** Fetches the newest candles of a range, oldest first and without gaps. */
export function candlesOf(symbol: string, interval: Interval): FetchCandles {
  return async ({ fromMs, toMs, limit }, signal) => {
    const query = {
      interval,
      limit,
      ...(fromMs !== undefined && { from: fromMs }),
      ...(toMs !== undefined && { to: toMs }),
    };
    const params = { path: { symbol }, query };
    return (await unwrap(api.GET("/v1/pairs/{symbol}/candles", { params, signal }))).items;
  };
}
