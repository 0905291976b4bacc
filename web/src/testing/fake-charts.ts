/** A fake of lightweight-charts, which needs a canvas: it records its input and draws nothing. */

type Point = { time: number } & Record<string, unknown>;
type Primitive = { attached?: (parts: object) => void; updateAllViews?: () => void };

export const LineStyle = { Solid: 0, Dotted: 1, Dashed: 2 };
export const ColorType = { Solid: "solid" };
export const CrosshairMode = { Normal: 0 };
export const PriceScaleMode = { Normal: 0, Logarithmic: 1 };
export const CandlestickSeries = "Candlestick";
export const BarSeries = "Bar";
export const LineSeries = "Line";
export const AreaSeries = "Area";
export const HistogramSeries = "Histogram";

/** The price scale: 1,000 is at the top, and one unit is one pixel. */
const TOP_PRICE = 1_000;

export class FakeSeries {
  points: Point[] = [];
  setCount = 0;
  updateCount = 0;
  lines: { price: number }[] = [];
  private primitives: Primitive[] = [];

  constructor(
    readonly kind: string,
    readonly pane: number,
  ) {}

  setData(points: Point[]) {
    this.points = [...points];
    this.setCount++;
    this.redraw();
  }

  update(point: Point, isHistorical = false) {
    const last = this.points.at(-1);
    const place = this.points.findIndex(({ time }) => time === point.time);
    if (last && point.time < last.time && !isHistorical) throw new Error("Cannot update oldest data");
    if (place < 0) this.points.push(point);
    else this.points[place] = point;
    this.updateCount++;
    this.redraw();
  }

  createPriceLine(options: { price: number }) {
    const line = { ...options, applyOptions: (next: object) => void Object.assign(line, next) };
    this.lines.push(line);
    return line;
  }

  removePriceLine(line: { price: number }) {
    this.lines = this.lines.filter((one) => one !== line);
  }

  attachPrimitive(primitive: Primitive) {
    this.primitives.push(primitive);
    primitive.attached?.({ requestUpdate: () => this.redraw() });
  }

  applyOptions() {}
  priceScale() {
    return { applyOptions() {} };
  }
  priceToCoordinate(price: number) {
    return TOP_PRICE - price;
  }
  coordinateToPrice(y: number) {
    return TOP_PRICE - y;
  }

  private redraw() {
    for (const primitive of this.primitives) primitive.updateAllViews?.();
  }
}

export class FakeChart {
  series: FakeSeries[] = [];
  range = { from: 400, to: 500 };
  pointed: { price: number; time: number } | null = null;
  private rangeListener: (range: { from: number; to: number }) => void = () => {};

  constructor() {
    charts.push(this);
  }

  addSeries(kind: string, _options: object, pane = 0) {
    const series = new FakeSeries(kind, pane);
    this.series.push(series);
    return series;
  }

  removeSeries(series: FakeSeries) {
    this.series = this.series.filter((one) => one !== series);
  }

  /** Simulates dragging the chart to a range. */
  scrollTo(from: number) {
    this.range = { from, to: from + 100 };
    this.rangeListener(this.range);
  }

  panes() {
    const count = 1 + Math.max(0, ...this.series.map(({ pane }) => pane));
    return Array.from({ length: count }, () => ({ getHeight: () => TOP_PRICE, setStretchFactor() {} }));
  }

  timeScale() {
    return {
      subscribeVisibleLogicalRangeChange: (listener: FakeChart["rangeListener"]) => {
        this.rangeListener = listener;
      },
      getVisibleLogicalRange: () => this.range,
      setVisibleLogicalRange: (range: { from: number; to: number }) => {
        this.range = range;
      },
      resetTimeScale() {},
      scrollToRealTime() {},
      timeToCoordinate: () => 0,
    };
  }

  setCrosshairPosition(price: number, time: number) {
    this.pointed = { price, time };
  }
  clearCrosshairPosition() {
    this.pointed = null;
  }
  priceScale() {
    return { applyOptions() {} };
  }
  subscribeCrosshairMove() {}
  applyOptions() {}
  remove() {}
}

/** Every created chart, newest last. */
export const charts: FakeChart[] = [];

export function createChart() {
  return new FakeChart();
}
