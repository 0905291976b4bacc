import {
  type IChartApi,
  type IPriceLine,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineStyle,
  type SeriesAttachedParameter,
  type SeriesType,
  type Time,
} from "lightweight-charts";
import type { Bar } from "./bars";
import type { FillMark, OrderLine } from "./chart-orders";
import type { Palette } from "./palette";
import type { TimeAxis } from "./time-axis";

/** The lines of the client's orders on one series. */
export class PriceLines {
  private readonly lines = new Map<string, IPriceLine>();
  /** Lines that are being dragged: not updated with their order. */
  private readonly held = new Set<string>();

  constructor(
    private readonly series: ISeriesApi<SeriesType>,
    private readonly palette: Palette,
  ) {}

  show(orders: readonly OrderLine[]): void {
    const wanted = new Set(orders.map(({ key }) => key));
    for (const [key, line] of this.lines) {
      if (wanted.has(key)) continue;
      this.series.removePriceLine(line);
      this.lines.delete(key);
    }
    for (const order of orders) {
      const known = this.lines.get(order.key);
      if (!known) this.lines.set(order.key, this.add(order));
      else if (!this.held.has(order.key)) known.applyOptions({ price: Number(order.price) });
    }
  }

  move(key: string, price: string, isHeld: boolean): void {
    if (isHeld) this.held.add(key);
    else this.held.delete(key);
    this.lines.get(key)?.applyOptions({ price: Number(price) });
  }

  private add({ side, part, price }: OrderLine): IPriceLine {
    return this.series.createPriceLine({
      price: Number(price),
      color: this.palette[side],
      lineWidth: 1,
      lineStyle: part === "trigger" ? LineStyle.Dotted : LineStyle.Dashed,
      axisLabelVisible: true,
      axisLabelTextColor: this.palette.deep,
      title: "",
    });
  }
}

type Arrow = { x: number; y: number; way: 1 | -1; colour: string };
type DrawTarget = Parameters<IPrimitivePaneRenderer["draw"]>[0];

// A computed name, because linters take a method `use...` for a React hook.
const DRAW = "useMediaCoordinateSpace";
const DISTANCE = 5;
const SIZE = 5;

/** What the arrows need from the chart. */
interface ArrowGround {
  chart: IChartApi;
  series: ISeriesApi<SeriesType>;
  palette: Palette;
  axis: TimeAxis;
  barOf: (startMs: number) => Bar | undefined;
  /** Called on every movement of the scales, which series primitives receive first. */
  onLayout: () => void;
}

/** The client's fills as arrows: purchases below the bar, sales above it. */
export class FillArrows implements ISeriesPrimitive<Time> {
  private marks: readonly FillMark[] = [];
  private requestUpdate: () => void = () => {};
  private arrows: readonly Arrow[] = [];
  private readonly views: readonly IPrimitivePaneView[] = [
    { renderer: () => ({ draw: (target) => this.draw(target) }) },
  ];

  constructor(private readonly ground: ArrowGround) {}

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.requestUpdate = requestUpdate;
  }

  show(marks: readonly FillMark[]): void {
    this.marks = marks;
    this.requestUpdate();
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  updateAllViews(): void {
    this.arrows = this.marks.flatMap((mark) => this.place(mark) ?? []);
    this.ground.onLayout();
  }

  private place({ startMs, side }: FillMark): Arrow | null {
    const { chart, series, palette, axis, barOf } = this.ground;
    const bar = barOf(startMs);
    const x = chart.timeScale().timeToCoordinate(axis.toAxis(startMs));
    const y = bar ? series.priceToCoordinate(side === "buy" ? bar.low : bar.high) : null;
    if (x === null || y === null) return null;
    return { x, y, way: side === "buy" ? 1 : -1, colour: palette[side] };
  }

  private draw(target: DrawTarget): void {
    target[DRAW](({ context }) => {
      for (const { x, y, way, colour } of this.arrows) {
        const tip = y + way * DISTANCE;
        context.fillStyle = colour;
        context.beginPath();
        context.moveTo(x, tip);
        context.lineTo(x + SIZE, tip + way * SIZE);
        context.lineTo(x - SIZE, tip + way * SIZE);
        context.fill();
        context.fillRect(x - 1.5, way > 0 ? tip + SIZE : tip - 2 * SIZE, 3, SIZE);
      }
    });
  }
}
