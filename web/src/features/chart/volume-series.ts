import { HistogramSeries, type IChartApi, type ISeriesApi } from "lightweight-charts";
import type { Bar } from "./bars";
import { volumeText } from "./candle-text";
import { type Layer, type Point, setPoints, updatePoints } from "./layer";
import { type Palette, translucent } from "./palette";
import type { TimeAxis } from "./time-axis";

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
