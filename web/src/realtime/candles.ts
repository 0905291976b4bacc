import type { Candle } from "@/api/pairs";
import { subscribe } from "./connection";

/**
 * Hands on the running candle whenever it has changed, and each one once more as it ended. After an interruption
 * only the running one comes: whoever shows the ones before has to ask for them again.
 */
export function subscribeCandles(
  symbol: string,
  interval: string,
  listener: (candle: Candle) => void,
): () => void {
  return subscribe(`candles:${symbol}:${interval}`, (message) => listener(message as Candle));
}
