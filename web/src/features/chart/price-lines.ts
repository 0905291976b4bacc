import { type IPriceLine, type ISeriesApi, LineStyle, type SeriesType } from "lightweight-charts";
import type { OrderLine } from "./chart-orders";
import type { Palette } from "./palette";

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
