import { HistogramSeries, type IChartApi, type ISeriesApi, LineSeries, LineStyle } from "lightweight-charts";
import { formatFixed } from "@/lib/format-number";
import type { Values } from "./averages";
import type { Bar } from "./bars";
import type { Indicator } from "./chart-settings";
import { CATALOGUE, completed, type IndicatorDefinition, indicatorLabel } from "./indicator-catalogue";
import { type Layer, type Point, setPoints, updatePoints } from "./layer";
import { type ColourName, type Palette, translucent } from "./palette";
import type { TimeAxis } from "./time-axis";

type LineSeriesApi = ISeriesApi<"Line"> | ISeriesApi<"Histogram">;

/** What the indicators need from the chart. */
export interface IndicatorGround {
  chart: IChartApi;
  palette: Palette;
  axis: TimeAxis;
  priceDecimals: number;
}

/** A value of an indicator in the legend. */
export interface IndicatorFigure {
  colour: ColourName;
  text: string;
}

/** Draws indicators: averages on the price pane, each oscillator in its own pane. */
export function drawIndicators(ground: IndicatorGround, indicators: readonly Indicator[]): IndicatorLines[] {
  let panes = 0;
  return indicators.map((indicator) => {
    const pane = CATALOGUE[indicator.kind].place === "own" ? ++panes : 0;
    return new IndicatorLines(ground, completed(indicator), pane);
  });
}

/** One indicator on the chart: a series per line, and their values. */
export class IndicatorLines implements Layer {
  readonly id: string;
  readonly label: string;
  private values: readonly (number | null)[][] = [];
  private readonly definition: IndicatorDefinition;
  private readonly series: readonly LineSeriesApi[];

  constructor(
    private readonly ground: IndicatorGround,
    private readonly indicator: Indicator,
    /** The index of its pane; 0 is the price pane. */
    readonly pane: number,
  ) {
    this.id = indicator.id;
    this.label = indicatorLabel(indicator);
    this.definition = CATALOGUE[indicator.kind];
    const { chart, palette } = ground;
    this.series = this.definition.lines.map((line, place) => {
      const color = palette[this.colourOf(place)];
      const options = {
        color,
        priceLineVisible: false,
        lastValueVisible: pane > 0,
        priceFormat: { type: "custom", minMove: 1e-8, formatter: this.textOf } as const,
      };
      if (line.look === "histogram") return chart.addSeries(HistogramSeries, { ...options, base: 0 }, pane);
      const lineOptions = { ...options, lineWidth: 1, crosshairMarkerVisible: false } as const;
      return chart.addSeries(LineSeries, lineOptions, pane);
    });
    for (const price of this.definition.guides)
      this.series[0]?.createPriceLine({
        price,
        color: palette["line-strong"],
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
        title: "",
      });
  }

  /** Its values at one bar. */
  figures(place: number): IndicatorFigure[] {
    return this.values.map((values, line) => {
      const value = values[place] ?? null;
      return { colour: this.colourOf(line), text: value === null ? "–" : this.textOf(value) };
    });
  }

  setBars(bars: readonly Bar[]): void {
    this.values = this.compute(bars).map((values) => [...values]);
    this.series.forEach((series, line) => {
      setPoints(
        series,
        bars.map((bar, place) => this.point(bar, line, place)),
      );
    });
  }

  update(bars: readonly Bar[], from: number, known: number): void {
    const reach = this.definition.reach?.(this.indicator.numbers) ?? bars.length;
    // Values with a limited window need only its bars.
    const begin = Math.max(0, from - reach + 1);
    const tail = this.compute(bars.slice(begin));
    this.values.forEach((values, line) => {
      values.length = from;
      for (let place = from; place < bars.length; place++) values.push(tail[line]?.[place - begin] ?? null);
    });
    this.series.forEach((series, line) => {
      const points = bars.slice(from).map((bar, at) => this.point(bar, line, from + at));
      updatePoints(series, from, known, points);
    });
  }

  remove(): void {
    for (const series of this.series) this.ground.chart.removeSeries(series);
  }

  private readonly textOf = (value: number) =>
    formatFixed(value, this.definition.decimals ?? this.ground.priceDecimals);

  private colourOf(line: number): ColourName {
    return this.indicator.colours[line] ?? "ink-2";
  }

  private compute(bars: readonly Bar[]): readonly Values[] {
    return this.definition.compute(bars, this.indicator.numbers);
  }

  private point(bar: Bar, line: number, place: number): Point {
    const time = this.ground.axis.toAxis(bar.startMs);
    const value = this.values[line]?.[place] ?? null;
    if (value === null) return { time };
    if (this.definition.lines[line]?.look !== "histogram") return { time, value };
    const side = value < 0 ? this.ground.palette.sell : this.ground.palette.buy;
    return { time, value, color: translucent(side, 0.5) };
  }
}
