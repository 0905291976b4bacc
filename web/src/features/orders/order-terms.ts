import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import { formatAmount, formatRate } from "@/lib/format-amount";
import type { Order } from "./api";
import { isOpen } from "./open-orders";
import { priceText } from "./price-text";
import { timeInForceName } from "./texts";

/** What sets an order apart from others of its type, in words; empty where nothing does. */
export function termsText(order: Order, tick: string | undefined): string {
  const [, quote] = order.symbol.split("-");
  // What an open order waits for is said elsewhere.
  const stop = isOpen(order) || order.trailing_delta_bps !== null ? null : order.stop_price;
  const parts = [
    order.list_id !== null && i18n._("OCO"),
    stop !== null && i18n._("Trigger {price}", { price: priceText(stop, tick) }),
    order.trailing_delta_bps !== null &&
      i18n._("Trailing {distance}", { distance: formatRate(order.trailing_delta_bps / 10_000) }),
    order.quote_quantity !== null &&
      i18n._("Total {total} {quote}", { total: formatAmount(order.quote_quantity), quote }),
    order.post_only && i18n._("Post-only"),
    timeText(order),
    order.display_quantity !== null &&
      i18n._("Visible {amount}", { amount: formatAmount(order.display_quantity) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function timeText({ time_in_force, expire_at }: Order): string | null {
  if (time_in_force === "gtc") return null;
  return expire_at === null
    ? timeInForceName(time_in_force)
    : i18n._("Until {time}", { time: formatDateTime(expire_at) });
}
