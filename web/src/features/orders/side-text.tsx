import type { OrderSide } from "./api";
import { sideName } from "./texts";

/** The word says what the colour only repeats. */
export function SideText({ side }: { side: OrderSide }) {
  return <span className={side === "buy" ? "text-buy" : "text-sell"}>{sideName(side)}</span>;
}
