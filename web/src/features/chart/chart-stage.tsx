import { i18n } from "@lingui/core";
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Pair } from "@/api/pairs";
import { lazyPart } from "@/design/lazy-part";
import { toast } from "@/design/toast";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep } from "@/lib/format-number";
import { useAppearance } from "@/session/preferences";
import type { CandleFeed } from "./candle-feed";
import { ChartCanvas } from "./chart-canvas";
import { ChartLegend } from "./chart-legend";
import {
  type ChartFill,
  type ChartOrder,
  type FillMark,
  fillMarks,
  type MoveOrders,
  type OrderLine,
  orderLines,
} from "./chart-orders";
import type { ChartSettings } from "./chart-settings";
import { ChartStates } from "./chart-states";
import { type ChartScene, ChartView } from "./chart-view";
import { type Palette, readPalette } from "./palette";
import { timeAxis } from "./time-axis";
import { useFeedState } from "./use-candle-feed";

// Lazily loaded: visitors have no orders, and most people no indicators.
const OrderHandles = lazyPart(
  () => import("./order-handles").then((module) => module.OrderHandles),
  () => null,
);

interface ChartStageProps {
  pair: Pair;
  feed: CandleFeed;
  settings: ChartSettings;
  orders: readonly ChartOrder[];
  fills: readonly ChartFill[];
  moveOrders: MoveOrders;
  isStale: boolean;
  /** Called with the drawn chart, for saving a picture. */
  onView: (view: ChartView | null) => void;
  /** The chart itself was pressed. */
  onPress: () => void;
}

/** The chart with everything drawn over it. */
export function ChartStage(props: ChartStageProps) {
  const { pair, feed, settings, isStale, onView } = props;
  const host = useRef<HTMLDivElement | null>(null);
  const legend = useRef<HTMLDivElement>(null);
  const { status } = useFeedState(feed);
  const view = useChartView(host, status === "ready");
  const palette = usePalette();
  const axis = useMemo(() => timeAxis(feed.interval), [feed]);
  const draw = useDrawIndicators(settings.indicators.length > 0);
  const scene = useMemo(
    () => ({
      settings,
      palette,
      axis,
      priceDecimals: decimalsOfStep(pair.tick_size),
      tickSize: Number(pair.tick_size),
      draw,
    }),
    [settings, palette, axis, pair.tick_size, draw],
  );
  useScene(view, feed, scene);
  const { lines, marks } = useOwn(props);
  useOwnMarks(view, lines, marks);
  useEffect(() => onView(view), [onView, view]);

  const isReady = view !== null && status === "ready";
  return (
    <div
      onPointerDown={props.onPress}
      className={classNames("relative min-h-0 grow overflow-hidden", isStale && "opacity-70")}
    >
      <ChartCanvas host={host} view={view} feed={feed} pair={pair} axis={axis} />
      {isReady && (
        <ChartLegend ref={legend} view={view} feed={feed} pair={pair} marks={marks} isStale={isStale} />
      )}
      {isReady && lines.length > 0 && (
        <Suspense>
          <OrderHandles view={view} lines={lines} pair={pair} legend={legend} moveOrders={props.moveOrders} />
        </Suspense>
      )}
      <ChartStates feed={feed} isDrawn={view !== null} />
    </div>
  );
}

/** The client's orders and fills, if enabled in the settings. */
function useOwn({ pair, feed, settings, orders, fills }: ChartStageProps) {
  const { status } = useFeedState(feed);
  const [barCount, setBarCount] = useState(feed.bars.length);
  // A new bar may have new fills; a changed one does not.
  useEffect(() => {
    setBarCount(feed.bars.length);
    return feed.onChange(() => setBarCount(feed.bars.length));
  }, [feed]);
  const lines = useMemo(
    () =>
      settings.orders && status === "ready"
        ? orderLines(orders, pair.status, feed.bars.at(-1)?.close ?? null)
        : [],
    [settings.orders, orders, pair.status, feed, status],
  );
  const marks = useMemo(
    () => (settings.fills && barCount > 0 ? fillMarks(fills, feed.bars, feed.interval) : []),
    [settings.fills, fills, feed, barCount],
  );
  return { lines, marks };
}

/** The current colours of the document. */
function usePalette(): Palette {
  const appearance = useAppearance();
  const [dressed, setDressed] = useState(() => ({ appearance, palette: readPalette() }));
  if (dressed.appearance !== appearance) setDressed({ appearance, palette: readPalette() });
  return dressed.palette;
}

/** The indicator code, loaded when the first one is used. */
function useDrawIndicators(isWanted: boolean): ChartScene["draw"] {
  const [draw, setDraw] = useState<ChartScene["draw"]>(null);
  useEffect(() => {
    if (!isWanted || draw) return;
    import("./indicator-lines").then(
      (module) => setDraw(() => module.drawIndicators),
      () => toast.add({ severity: "error", summary: i18n._("Couldn’t load indicators"), life: 5000 }),
    );
  }, [isWanted, draw]);
  return draw;
}

/** The library's chart in an element; null until there is something to draw. */
function useChartView(host: RefObject<HTMLElement | null>, hasBars: boolean): ChartView | null {
  const [view, setView] = useState<ChartView | null>(null);
  const [isWanted, setWanted] = useState(hasBars);
  // Not created while loading: an empty chart costs as much as a full one and would be invisible.
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

/** Draws the feed and updates it. */
function useScene(view: ChartView | null, feed: CandleFeed, scene: ChartScene): void {
  const shown = useRef<{ view: ChartView; feed: CandleFeed } | null>(null);
  useEffect(() => {
    if (!view) return;
    const isSameData = shown.current?.view === view && shown.current.feed === feed;
    shown.current = { view, feed };
    view.show(scene, feed.bars, isSameData);
    const unsubscribe = feed.onChange((change) => view.follow(change, feed.bars));
    const stopLoading = view.onNearBeginning(() => {
      // A failed request is retried only on demand.
      if (feed.state.history === "more") void feed.loadOlder();
    });
    return () => {
      unsubscribe();
      stopLoading();
    };
  }, [view, feed, scene]);
}

/** Updates the client's orders and fills on the chart. */
function useOwnMarks(view: ChartView | null, lines: readonly OrderLine[], marks: readonly FillMark[]): void {
  useEffect(() => view?.setOrders(lines), [view, lines]);
  useEffect(() => view?.setFills(marks), [view, marks]);
}
