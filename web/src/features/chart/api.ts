import { api, unwrap } from "@/api/client";
import type { Candle } from "@/api/pairs";
import type { Interval } from "./intervals";

/** The most that is asked for at once. */
export const MAX_CANDLES = 1_000;

export interface CandleRange {
  /** Candles that begin at or after it. */
  fromMs?: number;
  /** Candles that begin before it. */
  toMs?: number;
  limit: number;
}

export type FetchCandles = (range: CandleRange, signal: AbortSignal) => Promise<readonly Candle[]>;

/** Asks for the newest candles of a range, oldest first and without gaps. */
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
