import type { Candle } from "@/api/pairs";
import { subscribeTo } from "./messages";

// Each message is complete, so a dropped one is replaced by the next.
const SHAPES = {
  candle: {
    start_ms: "number",
    open: "string",
    high: "string",
    low: "string",
    close: "string",
    volume: "string",
    quote_volume: "string",
    closed: "boolean",
  },
} as const;

/**
 * Subscribes to the running candle, on every change and once when it closes. After a reconnect only the running
 * candle is sent: the caller must fetch the missed ones.
 */
export function subscribeCandles(
  symbol: string,
  interval: string,
  listener: (candle: Candle) => void,
): () => void {
  return subscribeTo(`candles:${symbol}:${interval}`, SHAPES, listener);
}
