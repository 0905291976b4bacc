import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesType,
} from "lightweight-charts";
import { type Bar, heikinAshi } from "./bars";
import { volumeText } from "./candle-text";
import type { ChartStyle } from "./chart-settings";
import { type Layer, type Point, setPoints, updatePoints } from "./layer";
import { type Palette, translucent } from "./palette";
import type { TimeAxis } from "./time-axis";

/** The price series in one of the styles, and its mapping from bars to points. */
export class MainSeries implements Layer {
  readonly series: ISeriesApi<SeriesType>;
  private averaged: Bar[] = [];
  /** Heikin-Ashi candles do not end at the market price, so it has a separate line. */
  private readonly lastPrice: IPriceLine | null;

  constructor(
    private readonly chart: IChartApi,
    private readonly style: ChartStyle,
    private readonly palette: Palette,
    private readonly axis: TimeAxis,
    priceFormat: { type: "custom"; minMove: number; formatter: (price: number) => string },
  ) {
    this.series = addSeries(chart, style, palette);
    const isAveraged = style === "heikin_ashi";
    this.series.applyOptions({ priceFormat, lastValueVisible: !isAveraged, priceLineVisible: !isAveraged });
    this.lastPrice = isAveraged
      ? this.series.createPriceLine({ price: 0, lineWidth: 1, lineStyle: LineStyle.Dotted })
      : null;
  }

  setBars(bars: readonly Bar[]): void {
    if (this.style === "heikin_ashi") this.averaged = heikinAshi(bars);
    setPoints(
      this.series,
      bars.map((bar, place) => this.point(bar, bars[place - 1], place)),
    );
    this.markLast(bars.at(-1));
  }

  update(bars: readonly Bar[], from: number, known: number): void {
    if (this.style === "heikin_ashi") {
      const kept = this.averaged.slice(0, from);
      this.averaged = [...kept, ...heikinAshi(bars.slice(from), kept.at(-1) ?? null)];
    }
    const points = bars.slice(from).map((bar, at) => this.point(bar, bars[from + at - 1], from + at));
    updatePoints(this.series, from, known, points);
    this.markLast(bars.at(-1));
  }

  remove(): void {
    this.chart.removeSeries(this.series);
  }

  private markLast(last: Bar | undefined): void {
    if (last)
      this.lastPrice?.applyOptions({
        price: last.close,
        color: last.close < last.open ? this.palette.sell : this.palette.buy,
      });
  }

  private point(bar: Bar, before: Bar | undefined, place: number): Point {
    const time = this.axis.toAxis(bar.startMs);
    if (this.style === "line" || this.style === "area") return { time, value: bar.close };
    const { open, high, low, close } = this.averaged[place] ?? bar;
    const point = { time, open, high, low, close };
    return this.style === "hollow" ? { ...point, ...this.hollowColours(before, bar) } : point;
  }

  /** The colour shows the change to the previous close, the fill whether it closed below its open. */
  private hollowColours(before: Bar | undefined, { open, close }: Bar) {
    const colour = close >= (before?.close ?? open) ? this.palette.buy : this.palette.sell;
    return { borderColor: colour, wickColor: colour, color: close >= open ? "transparent" : colour };
  }
}

function addSeries(chart: IChartApi, style: ChartStyle, palette: Palette): ISeriesApi<SeriesType> {
  const { buy, sell, accent } = palette;
  switch (style) {
    case "bars":
      return chart.addSeries(BarSeries, { upColor: buy, downColor: sell, thinBars: false });
    case "line":
      return chart.addSeries(LineSeries, { color: accent, lineWidth: 2 });
    case "area":
      return chart.addSeries(AreaSeries, {
        lineColor: accent,
        lineWidth: 2,
        topColor: translucent(accent, 0.28),
        bottomColor: translucent(accent, 0),
      });
    default:
      return chart.addSeries(CandlestickSeries, {
        upColor: buy,
        downColor: sell,
        borderUpColor: buy,
        borderDownColor: sell,
        wickUpColor: buy,
        wickDownColor: sell,
      });
  }
}

/** The volume of each bar, at the bottom of the price pane. */
export class VolumeSeries implements Layer {
  private readonly series: ISeriesApi<"Histogram">;

  constructor(
    private readonly chart: IChartApi,
    private readonly palette: Palette,
    private readonly axis: TimeAxis,
  ) {
    this.series = chart.addSeries(HistogramSeries, {
      priceScaleId: "volume",
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: "custom", minMove: 1e-8, formatter: volumeText },
    });
    this.series.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  }

  setBars(bars: readonly Bar[]): void {
    setPoints(
      this.series,
      bars.map((bar) => this.point(bar)),
    );
  }

  update(bars: readonly Bar[], from: number, known: number): void {
    const points = bars.slice(from).map((bar) => this.point(bar));
    updatePoints(this.series, from, known, points);
  }

  remove(): void {
    this.chart.removeSeries(this.series);
  }

  private point({ startMs, open, close, volume }: Bar): Point {
    const color = translucent(close < open ? this.palette.sell : this.palette.buy, 0.35);
    return { time: this.axis.toAxis(startMs), value: volume, color };
  }
}
