import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { subscribeCandles } from "@/realtime/candles";
import { useConnectionState } from "@/realtime/connection";
import { scheduleFlush } from "@/realtime/flush";
import { candlesOf } from "./api";
import { CandleFeed, type FeedState } from "./candle-feed";
import type { Interval } from "./intervals";

/** The candles of a pair: loaded, live, and caught up after each disconnect. */
export function useCandleFeed(symbol: string, interval: Interval): CandleFeed {
  const connection = useConnectionState();
  const feed = useMemo(
    () =>
      new CandleFeed({
        interval,
        fetch: candlesOf(symbol, interval),
        subscribe: (listener) => subscribeCandles(symbol, interval, listener),
        schedule: scheduleFlush,
        now: () => performance.now(),
      }),
    [symbol, interval],
  );
  useEffect(() => feed.open(), [feed]);
  useEffect(() => {
    if (connection === "live") void feed.catchUp();
  }, [feed, connection]);
  return feed;
}

export function useFeedState(feed: CandleFeed): FeedState {
  return useSyncExternalStore(feed.onState, feed.getState);
}

/** Re-renders the component whenever a candle changes. */
export function useFeedChanges(feed: CandleFeed): void {
  const [, setCount] = useState(0);
  useEffect(() => feed.onChange(() => setCount((count) => count + 1)), [feed]);
}
