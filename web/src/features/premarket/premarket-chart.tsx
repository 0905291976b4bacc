import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { formatDateTime } from "@/lib/dates";
import { decimalsOfStep, formatFixed } from "@/lib/format-number";
import { CANDLE_INTERVALS, type CandleInterval, premarketCandlesQuery } from "./api";
import { CHART_HEIGHT, CHART_WIDTH, MIN_SLOTS, placeCandles } from "./candle-shapes";
import type { Premarket, PremarketCandle } from "./types";

/** The prices of contracts over time, as candles. */
export function PremarketChart({ market }: { market: Premarket }) {
  const [interval, setInterval] = useState<CandleInterval>(() => firstInterval(market.opens_at));
  const candles = useQuery(premarketCandlesQuery(market.symbol, interval));
  return (
    <Card
      title={i18n._("Price")}
      actions={
        <Segments
          label={i18n._("Interval")}
          options={CANDLE_INTERVALS.map((value) => ({ value, label: value }))}
          value={interval}
          onChange={setInterval}
        />
      }
    >
      <QueryView
        query={candles}
        skeleton={<Skeleton shape="block" className="h-60 w-full" />}
        empty={
          <EmptyState icon="chart-candlestick" title={i18n._("No trades yet")}>
            {i18n._("The price appears here with the first trade.")}
          </EmptyState>
        }
      >
        {({ items }) => <Candles candles={items} market={market} />}
      </QueryView>
    </Card>
  );
}

const DAY_SECONDS = 24 * 3600;

/** The one that fills the chart best for a market of this age. */
function firstInterval(opensAt: number): CandleInterval {
  const age = Date.now() / 1000 - opensAt;
  if (age < DAY_SECONDS) return "5m";
  return age < 30 * DAY_SECONDS ? "1h" : "1d";
}

function Candles({ candles, market }: { candles: readonly PremarketCandle[]; market: Premarket }) {
  const ordered = candles.toSorted((one, other) => one.time_ms - other.time_ms);
  const { shapes, low, high } = placeCandles(ordered);
  const priceText = (price: number) => formatFixed(price, decimalsOfStep(market.tick_size));
  return (
    <div className="flex gap-2">
      <div className="min-w-0 grow">
        <svg
          role="img"
          aria-label={summaryOf(ordered, market)}
          viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          className="h-60 w-full"
        >
          {[0, CHART_HEIGHT / 2, CHART_HEIGHT].map((y) => (
            <path
              key={y}
              d={`M0 ${y}H${CHART_WIDTH}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shapes.map((shape) => (
            <g key={shape.time} className={shape.isUp ? "text-buy" : "text-sell"}>
              <path
                d={`M${shape.x} ${shape.highY}V${shape.lowY}`}
                stroke="currentColor"
                vectorEffect="non-scaling-stroke"
              />
              <rect
                x={shape.bodyX}
                y={shape.bodyY}
                width={shape.bodyWidth}
                height={shape.bodyHeight}
                fill="currentColor"
              />
            </g>
          ))}
        </svg>
        <div aria-hidden="true" className="mt-1.5 flex justify-between gap-4 text-12 text-ink-3 tabular-nums">
          {/* A few candles are all at the right. */}
          <span>{shapes.length >= MIN_SLOTS && timeText(ordered[0])}</span>
          <span>{timeText(ordered.at(-1))}</span>
        </div>
      </div>
      <div
        aria-hidden="true"
        className="flex h-60 shrink-0 flex-col justify-between text-end text-12 text-ink-3 tabular-nums *:leading-none"
      >
        {[high, (high + low) / 2, low].map((price) => (
          <span key={price}>{priceText(price)}</span>
        ))}
      </div>
    </div>
  );
}

function timeText(candle: PremarketCandle | undefined): string {
  return candle ? formatDateTime(Math.floor(candle.time_ms / 1000)) : "";
}

function summaryOf(candles: readonly PremarketCandle[], { symbol, quote, tick_size }: Premarket): string {
  const decimals = decimalsOfStep(tick_size);
  const prices = (read: (candle: PremarketCandle) => string) => candles.map((candle) => Number(read(candle)));
  return i18n._("Price of {symbol}: from {low} to {high}, last {last} {quote}", {
    symbol,
    quote,
    low: formatFixed(Math.min(...prices(({ low }) => low)), decimals),
    high: formatFixed(Math.max(...prices(({ high }) => high)), decimals),
    last: formatFixed(candles.at(-1)?.close ?? "0", decimals),
  });
}
