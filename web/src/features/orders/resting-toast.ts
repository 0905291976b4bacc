import { i18n } from "@lingui/core";
import { pairsQuery } from "@/api/pairs";
import { queries } from "@/api/queries";
import { type ToastMessage, toast } from "@/design/toast";
import type { Order } from "./api";
import { playFillSound } from "./fill-sound";
import { isOpen } from "./open-orders";
import { describePlaced } from "./outcome";

const SHOWN_MS = 8_000;
const USUAL_TICK = "0.01";

// The toast of each order, which the next one replaces: an order may fill in many parts.
const shown = new Map<number, string>();

/** Says that a resting order was filled or triggered, wherever the client is. */
export async function showResting(order: Order, event: "filled" | "triggered"): Promise<void> {
  const message = event === "filled" ? await describeFilled(order) : describeTriggered(order);
  const known = shown.get(order.id);
  if (known !== undefined) toast.remove(known);
  const id = toast.add({ ...message, life: SHOWN_MS });
  if (isOpen(order)) shown.set(order.id, id);
  else shown.delete(order.id);
  playFillSound();
}

async function describeFilled(order: Order): Promise<ToastMessage> {
  const pairs = await queries.ensureQueryData(pairsQuery).catch(() => []);
  const tick = pairs.find(({ symbol }) => symbol === order.symbol)?.tick_size ?? USUAL_TICK;
  return describePlaced({ orders: [order], fills: [], wasLost: false }, tick);
}

function describeTriggered({ symbol, side }: Order): ToastMessage {
  return {
    severity: "info",
    summary:
      side === "buy"
        ? i18n._("Your {symbol} buy order was triggered", { symbol })
        : i18n._("Your {symbol} sell order was triggered", { symbol }),
  };
}
