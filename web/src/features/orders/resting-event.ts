import { serverSeconds } from "@/lib/server-clock";
import type { Fill, Order } from "./api";

// The form says what an order does when it is placed.
const PLACING_SECONDS = 10;

/** What has happened to an order that was resting, and so has to be said; null if nothing. */
export function restingEvent(
  order: Order,
  fill: Fill | null | undefined,
  known: Order | undefined,
): "filled" | "triggered" | null {
  if (fill) {
    const isResting = fill.role === "maker" || serverSeconds() - order.created_at > PLACING_SECONDS;
    return isResting ? "filled" : null;
  }
  // Where no open orders are shown, none is known; and one that waits for a price never begins in the book.
  const isWaiting = known ? known.status === "untriggered" : order.stop_price !== null;
  return isWaiting && order.status === "new" ? "triggered" : null;
}
