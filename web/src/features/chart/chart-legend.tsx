import { i18n } from "@lingui/core";
import { type Ref, useEffect, useState } from "react";
import type { Pair } from "@/api/pairs";
import { Change } from "@/design/change";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatAmount, formatFixed } from "@/lib/format-number";
import type { CandleFeed } from "./candle-feed";
import { changeOf, volumeText } from "./candle-text";
import type { FillMark } from "./chart-orders";
import type { ChartView } from "./chart-view";
import type { IndicatorLines } from "./indicator-lines";
import { useFeedChanges } from "./use-candle-feed";

// Translucent, so that prices underneath stay visible.
const ROW = "flex flex-wrap rounded-control bg-deep/70";
const FILL_ROW_REM = 1.125;

interface ChartLegendProps {
  view: ChartView;
  feed: CandleFeed;
  pair: Pair;
  marks: readonly FillMark[];
  isStale: boolean;
  /** The legend's element. */
  ref: Ref<HTMLDivElement>;
}

/** The values of the bar under the crosshair, or of the newest one. */
export function ChartLegend({ view, feed, pair, marks, isStale, ref }: ChartLegendProps) {
  useFeedChanges(feed);
  const pointed = useHoveredIndex(view);
  const tops = usePaneTops(view);
  const place = pointed !== null && pointed < feed.candles.length ? pointed : feed.candles.length - 1;
  const candle = feed.candles[place];
  if (!candle) return null;

  const decimals = decimalsOfStep(pair.tick_size);
  const isUp = Number(candle.close) >= Number(candle.open);
  const inPane = (pane: number) => view.indicators.filter((lines) => lines.pane === pane);
  return (
    <div className="pointer-events-none absolute inset-0 z-1 text-12 tabular-nums" aria-hidden="true">
      <div ref={ref} className="absolute top-1.5 right-20 left-2 flex flex-col items-start gap-0.5">
        <div className={classNames(ROW, "gap-x-2.5")}>
          {isStale && <span className="font-medium text-warn">{i18n._("Not live")}</span>}
          <Figure label={i18n._("O")} text={formatFixed(candle.open, decimals)} isUp={isUp} />
          <Figure label={i18n._("H")} text={formatFixed(candle.high, decimals)} isUp={isUp} />
          <Figure label={i18n._("L")} text={formatFixed(candle.low, decimals)} isUp={isUp} />
          <Figure label={i18n._("C")} text={formatFixed(candle.close, decimals)} isUp={isUp} />
          <Change value={changeOf(candle.open, candle.close)} />
          <span className="text-ink-2">
            <span className="text-ink-3">{i18n._("Vol")}</span> {volumeText(candle.volume)} {pair.base}
          </span>
        </div>
        {inPane(0).map((lines) => (
          <IndicatorFigures key={lines.id} lines={lines} place={place} />
        ))}
        <OwnFills marks={marks} startMs={candle.start_ms} pair={pair} />
      </div>
      {tops.slice(1).map((top, at) => (
        <div key={top} className="absolute left-2" style={{ top: top + 4 }}>
          {inPane(at + 1).map((lines) => (
            <IndicatorFigures key={lines.id} lines={lines} place={place} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Figure({ label, text, isUp }: { label: string; text: string; isUp: boolean }) {
  return (
    <span className={isUp ? "text-buy" : "text-sell"}>
      <span className="text-ink-3">{label}</span> {text}
    </span>
  );
}

const COLOUR_CLASSES = {
  accent: "text-accent",
  info: "text-info",
  warn: "text-warn",
  buy: "text-buy",
  sell: "text-sell",
  ink: "text-ink",
  "ink-2": "text-ink-2",
  "ink-3": "text-ink-3",
};

function IndicatorFigures({ lines, place }: { lines: IndicatorLines; place: number }) {
  const figures = lines.figures(place).map((figure, line) => ({ ...figure, key: `${lines.id} ${line}` }));
  return (
    <div className={classNames(ROW, "gap-x-2")}>
      <span className="text-ink-3">{lines.label}</span>
      {figures.map(({ key, colour, text }) => (
        <span key={key} className={COLOUR_CLASSES[colour]}>
          {text}
        </span>
      ))}
    </div>
  );
}

interface OwnFillsProps {
  marks: readonly FillMark[];
  startMs: number;
  pair: Pair;
}

/** The client's fills in one bar. Its height is reserved, to avoid layout shifts while pointing. */
function OwnFills({ marks, startMs, pair }: OwnFillsProps) {
  const rows = new Set(marks.map(({ side }) => side)).size;
  const own = marks.filter((mark) => mark.startMs === startMs);
  return (
    <div className="flex flex-col items-start gap-0.5" style={{ minHeight: `${rows * FILL_ROW_REM}rem` }}>
      {own.map((mark) => (
        <FillFigures key={mark.side} mark={mark} pair={pair} />
      ))}
    </div>
  );
}

function FillFigures({ mark: { side, fills }, pair }: { mark: FillMark; pair: Pair }) {
  const [first] = fills;
  if (!first) return null;
  const rest = fills.length - 1;
  const figures = {
    quantity: `${formatAmount(first.quantity)} ${pair.base}`,
    price: formatAmount(first.price),
  };
  return (
    <span className={classNames(ROW, "font-medium", side === "buy" ? "text-buy" : "text-sell")}>
      {side === "buy"
        ? i18n._("▲ You bought {quantity} at {price}", figures)
        : i18n._("▼ You sold {quantity} at {price}", figures)}
      {rest > 0 && ` ${i18n._("and {rest, plural, one {# more fill} other {# more fills}}", { rest })}`}
    </span>
  );
}

function useHoveredIndex(view: ChartView): number | null {
  const [place, setPlace] = useState<number | null>(null);
  useEffect(() => view.onCrosshair(setPlace), [view]);
  return place;
}

function usePaneTops(view: ChartView): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([0]);
  useEffect(
    () =>
      view.onLayout(() => {
        const next = view.paneTops();
        setTops((known) => (known.join() === next.join() ? known : next));
      }),
    [view],
  );
  return tops;
}
