import type { Candle } from "@/api/pairs";
import type { CandleRange } from "@/features/chart/api";
import { CandleFeed, type FeedChange } from "@/features/chart/candle-feed";

export const MINUTE_MS = 60_000;

export function aMinute(minute: number, close = "100", parts: Partial<Candle> = {}): Candle {
  return {
    start_ms: minute * MINUTE_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: "1",
    quote_volume: close,
    closed: true,
    ...parts,
  };
}

export const minutes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => aMinute(from + index));

/** A feed whose responses the test gives. */
export function aFeed(answer: (range: CandleRange) => readonly Candle[] | Promise<readonly Candle[]>) {
  const requested: CandleRange[] = [];
  const changes: FeedChange[] = [];
  let now = 0;
  let emit: (candle: Candle) => void = () => {};
  let flush = () => {};
  const feed = new CandleFeed({
    interval: "1m",
    fetch: async (range) => {
      requested.push(range);
      return answer(range);
    },
    subscribe(listener) {
      emit = listener;
      return () => {
        emit = () => {};
      };
    },
    schedule(next) {
      flush = next;
    },
    now: () => now,
  });
  feed.onChange((change) => changes.push(change));
  const close = feed.open();
  return {
    feed,
    requested,
    changes,
    close,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Live messages, flushed immediately. */
    live(...candles: Candle[]) {
      for (const candle of candles) emit(candle);
      flush();
    },
    shown: () => feed.candles.map(({ start_ms, close: price }) => [start_ms / MINUTE_MS, price]),
  };
}
