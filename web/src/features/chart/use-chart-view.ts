import { type RefObject, useEffect, useRef, useState } from "react";
import type { CandleFeed } from "./candle-feed";
import type { FillMark, OrderLine } from "./chart-orders";
import { type ChartScene, ChartView } from "./chart-view";

/** The library's chart in an element; null until there has been something to draw. */
export function useChartView(host: RefObject<HTMLElement | null>, hasBars: boolean): ChartView | null {
  const [view, setView] = useState<ChartView | null>(null);
  const [isWanted, setWanted] = useState(hasBars);
  // An empty chart takes as long to draw as a full one, and nobody would see it behind what says that it loads.
  if (hasBars && !isWanted) setWanted(true);
  useEffect(() => {
    if (!host.current || !isWanted) return;
    const made = new ChartView(host.current);
    setView(made);
    return () => {
      setView(null);
      made.destroy();
    };
  }, [host, isWanted]);
  return view;
}

/** Draws the feed in the given way and follows it. */
export function useScene(view: ChartView | null, feed: CandleFeed, scene: ChartScene): void {
  const shown = useRef<{ view: ChartView; feed: CandleFeed } | null>(null);
  useEffect(() => {
    if (!view) return;
    const isSameData = shown.current?.view === view && shown.current.feed === feed;
    shown.current = { view, feed };
    view.show(scene, feed.bars, isSameData);
    const stopFollowing = feed.onChange((change) => view.follow(change, feed.bars));
    const stopLoading = view.onNearBeginning(() => {
      // One that failed waits for somebody to ask again.
      if (feed.state.history === "more") void feed.loadOlder();
    });
    return () => {
      stopFollowing();
      stopLoading();
    };
  }, [view, feed, scene]);
}

/** Keeps the client's own orders and fills on the chart. */
export function useOwnMarks(
  view: ChartView | null,
  lines: readonly OrderLine[],
  marks: readonly FillMark[],
): void {
  useEffect(() => view?.setOrders(lines), [view, lines]);
  useEffect(() => view?.setFills(marks), [view, marks]);
}
