import { createChart, type IChartApi, PriceScaleMode } from "lightweight-charts";
import { formatFixed } from "@/lib/format-number";
import type { Bar } from "./bars";
import type { FeedChange } from "./candle-feed";
import { chartHandling, chartLook, timeScaleOf } from "./chart-look";
import type { FillMark, OrderLine } from "./chart-orders";
import type { ChartSettings } from "./chart-settings";
import type { drawIndicators, IndicatorLines } from "./indicator-lines";
import { LENGTH_MS } from "./intervals";
import type { Layer } from "./layer";
import { FillArrows, PriceLines } from "./order-marks";
import type { Palette } from "./palette";
import { MainSeries, VolumeSeries } from "./series";
import type { TimeAxis } from "./time-axis";

export interface ChartScene {
  settings: ChartSettings;
  palette: Palette;
  axis: TimeAxis;
  priceDecimals: number;
  tickSize: number;
  /** Draws indicators; null until loaded, or while there are none. */
  draw: typeof drawIndicators | null;
}

/** Above this number of bars all data is replaced, which is faster than single updates. */
const MAX_UPDATES = 50;
/** Older candles are loaded this many bars before the first one is visible. */
const BARS_AHEAD = 60;

/** A wrapper of the library's chart with what the screen needs. */
export class ChartView {
  indicators: readonly IndicatorLines[] = [];

  private readonly crosshairListeners = new Set<(place: number | null) => void>();
  private readonly layoutListeners = new Set<() => void>();
  private readonly beginningListeners = new Set<() => void>();
  private readonly chart: IChartApi;
  private scene: ChartScene | null = null;
  private main: MainSeries | null = null;
  private lines: PriceLines | null = null;
  private layers: readonly Layer[] = [];
  private arrows: FillArrows | null = null;
  private bars: readonly Bar[] = [];
  private orders: readonly OrderLine[] = [];
  private fills: readonly FillMark[] = [];

  constructor(container: HTMLElement) {
    // From the start: the logo would add a style element, which the CSP blocks.
    const layout = { attributionLogo: false };
    this.chart = createChart(container, { autoSize: true, layout, ...chartHandling() });
    this.chart.subscribeCrosshairMove(({ time, logical }) => {
      const place = time === undefined || logical === undefined ? null : logical;
      for (const listener of this.crosshairListeners) listener(place);
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (!range || this.bars.length === 0 || range.from >= BARS_AHEAD) return;
      for (const listener of this.beginningListeners) listener();
    });
  }

  destroy(): void {
    this.chart.remove();
  }

  /** Calls the listener with the bar under the crosshair; null for none. */
  onCrosshair(listener: (place: number | null) => void): () => void {
    this.crosshairListeners.add(listener);
    return () => this.crosshairListeners.delete(listener);
  }

  /** Calls the listener when scales or panes may have moved, for overlays. */
  onLayout(listener: () => void): () => void {
    this.layoutListeners.add(listener);
    return () => this.layoutListeners.delete(listener);
  }

  /** Calls the listener when the first bar is nearly visible. */
  onNearBeginning(listener: () => void): () => void {
    this.beginningListeners.add(listener);
    return () => this.beginningListeners.delete(listener);
  }

  /** Draws everything: for another pair, interval, style or palette. */
  show(scene: ChartScene, bars: readonly Bar[], isSameData: boolean): void {
    const range = isSameData ? this.chart.timeScale().getVisibleLogicalRange() : null;
    for (const layer of this.layers) layer.remove();
    this.scene = scene;
    this.bars = bars;
    const { settings, palette, axis } = scene;
    this.chart.applyOptions(chartLook(palette));
    this.chart.applyOptions(timeScaleOf(axis));
    this.main = this.addMain(scene);
    this.arrows = this.addArrows(this.main, scene);
    this.lines = new PriceLines(this.main.series, palette);
    this.indicators = scene.draw?.({ chart: this.chart, ...scene }, settings.indicators) ?? [];
    this.chart.panes().forEach((pane, place) => {
      pane.setStretchFactor(place === 0 ? 3 : 1);
    });
    const volume = settings.volume ? [new VolumeSeries(this.chart, palette, axis)] : [];
    this.layers = [...this.indicators, ...volume, this.main];
    this.setAll();
    this.lines.show(this.orders);
    if (range) this.chart.timeScale().setVisibleLogicalRange(range);
    else this.chart.timeScale().resetTimeScale();
  }

  /** Applies a change of the bars with minimal work. */
  follow(change: FeedChange, bars: readonly Bar[]): void {
    const known = this.bars.length;
    this.bars = bars;
    if (change.kind !== "end" || bars.length - change.from > MAX_UPDATES) this.setAll();
    else for (const layer of this.layers) layer.update(bars, change.from, known);
  }

  setOrders(orders: readonly OrderLine[]): void {
    this.orders = orders;
    this.lines?.show(orders);
  }

  /** Moves a line away from its order's price; a held line is not updated with its order. */
  moveOrder(key: string, price: string, isHeld: boolean): void {
    this.lines?.move(key, price, isHeld);
  }

  setFills(marks: readonly FillMark[]): void {
    this.fills = marks;
    this.arrows?.show(marks);
  }

  /** The y coordinate of a price in pixels from the top of the chart; null without a scale. */
  yOf(price: number): number | null {
    return this.main?.series.priceToCoordinate(price) ?? null;
  }

  priceAt(y: number): number | null {
    return this.main?.series.coordinateToPrice(y) ?? null;
  }

  /** The top of each pane, the price pane first. */
  paneTops(): number[] {
    let top = 0;
    return this.chart.panes().map((pane) => {
      const own = top;
      // Panes have a separator of one pixel.
      top += pane.getHeight() + 1;
      return own;
    });
  }

  priceHeight(): number {
    return this.chart.panes()[0]?.getHeight() ?? 0;
  }

  /** Moves the crosshair to a bar, scrolling if needed; null removes it. */
  pointAt(place: number | null): void {
    const bar = place === null ? undefined : this.bars[place];
    if (place === null || !bar || !this.main || !this.scene) {
      this.chart.clearCrosshairPosition();
      return;
    }
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range && (place < range.from || place > range.to)) {
      const shift = place < range.from ? place - range.from - 5 : place - range.to + 5;
      scale.setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
    }
    this.chart.setCrosshairPosition(bar.close, this.scene.axis.toAxis(bar.startMs), this.main.series);
  }

  zoom(factor: number): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    this.chart
      .timeScale()
      .setVisibleLogicalRange({ from: range.to - (range.to - range.from) * factor, to: range.to });
  }

  scrollToNow(): void {
    this.chart.timeScale().scrollToRealTime();
  }

  picture(): HTMLCanvasElement {
    return this.chart.takeScreenshot(true, false);
  }

  private setAll(): void {
    for (const layer of this.layers) layer.setBars(this.bars);
  }

  private addMain({ settings, palette, axis, priceDecimals, tickSize }: ChartScene): MainSeries {
    const mode = settings.logarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
    const scaleMargins = { top: 0.12, bottom: settings.volume ? 0.2 : 0.1 };
    this.chart.priceScale("right").applyOptions({ mode, scaleMargins });
    const formatter = (price: number) => formatFixed(price, priceDecimals);
    const priceFormat = { type: "custom", minMove: tickSize, formatter } as const;
    const main = new MainSeries(this.chart, settings.style, palette, axis, priceFormat);
    return main;
  }

  private addArrows({ series }: MainSeries, { palette, axis, settings }: ChartScene): FillArrows {
    const length = LENGTH_MS[settings.interval];
    const arrows = new FillArrows({
      chart: this.chart,
      series,
      palette,
      axis,
      barOf: (startMs) => this.bars[(startMs - (this.bars[0]?.startMs ?? 0)) / length],
      onLayout: () => {
        for (const listener of this.layoutListeners) listener();
      },
    });
    series.attachPrimitive(arrows);
    arrows.show(this.fills);
    return arrows;
  }
}
