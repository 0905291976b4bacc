import type { Candle } from "@/api/pairs";
import { subscribeTo } from "./messages";

// Each message is whole: the next one makes up for one that was dropped.
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
 * Hands on the running candle whenever it has changed, and each one once more as it ended. After an interruption
 * only the running one comes: whoever shows the ones before has to ask for them again.
 */
export function subscribeCandles(
  symbol: string,
  interval: string,
  listener: (candle: Candle) => void,
): () => void {
  return subscribeTo(`candles:${symbol}:${interval}`, SHAPES, listener);
}
