import { i18n } from "@lingui/core";
import type { ToastMessage } from "@/design/toast";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { Order } from "./api";
import type { Placed } from "./placing";
import { averageText, priceText } from "./price-text";
import { conditionText, reasonText } from "./texts";

const SECONDS_5 = 5_000;
const SECONDS_8 = 8_000;

/** The outcome of a placed order as a toast; `tick` is that of its pair. */
export function describePlaced({ orders, wasLost }: Placed, tick: string): ToastMessage {
  const [order, other] = orders;
  if (order === undefined) return { severity: "success", summary: i18n._("Order placed"), life: SECONDS_5 };
  const message = other || order.list_id !== null ? describeOco(orders, tick) : describeOrder(order, tick);
  if (!wasLost) return message;
  const found = i18n._("The connection was lost, but your order was placed once");
  return { ...message, detail: [message.detail, found].filter(Boolean).join(". "), life: SECONDS_8 };
}

function describeOrder(order: Order, tick: string): ToastMessage {
  switch (order.status) {
    case "filled":
      return { severity: "success", summary: traded(order, tick), detail: feeText(order), life: SECONDS_5 };
    case "partially_filled":
      return {
        severity: "success",
        summary: traded(order, tick),
        detail: waitingRest(order, tick),
        life: SECONDS_5,
      };
    case "untriggered":
      return {
        severity: "success",
        summary: i18n._("Order placed: {what}", { what: wanted(order) }),
        detail: conditionText(order, tick) ?? undefined,
        life: SECONDS_5,
      };
    case "new":
      return {
        severity: "success",
        summary: i18n._("Order placed: {what}", { what: wanted(order) }),
        detail: order.price
          ? i18n._("At {price}", { price: inQuote(order, priceText(order.price, tick)) })
          : undefined,
        life: SECONDS_5,
      };
    default:
      return describeEnded(order, tick);
  }
}

/** An order that was closed before it was filled: what was traded, and why it was closed. */
function describeEnded(order: Order, tick: string): ToastMessage {
  const why = reasonText(order.reason) ?? undefined;
  if (isZero(order.filled_quantity)) {
    return { severity: "warn", summary: i18n._("Nothing was filled"), detail: why, life: SECONDS_8 };
  }
  return {
    severity: "warn",
    summary: traded(order, tick),
    detail: [restText(order), why].filter(Boolean).join(". "),
    life: SECONDS_8,
  };
}

function describeOco(orders: readonly Order[], tick: string): ToastMessage {
  const traded = orders.find(({ filled_quantity }) => !isZero(filled_quantity));
  if (traded) return describeOrder(traded, tick);
  return {
    severity: "success",
    summary: i18n._("OCO order placed"),
    detail: i18n._("When one leg fills or triggers, the other is canceled."),
    life: SECONDS_5,
  };
}

function traded(order: Order, tick: string): string {
  const parts = {
    amount: formatAmount(order.filled_quantity),
    coin: baseOf(order),
    price: inQuote(order, averageText(order.average_price ?? order.price ?? "0", tick)),
  };
  return order.side === "buy"
    ? i18n._("Bought {amount} {coin} at an average of {price}", parts)
    : i18n._("Sold {amount} {coin} at an average of {price}", parts);
}

function wanted(order: Order): string {
  // An order by total has no quantity before it trades.
  const amount = isZero(order.quantity) ? "" : `${formatAmount(order.quantity)} `;
  const what = `${amount}${baseOf(order)}`;
  return order.side === "buy" ? i18n._("Buy {what}", { what }) : i18n._("Sell {what}", { what });
}

function waitingRest(order: Order, tick: string): string {
  const rest = { amount: formatAmount(order.remaining_quantity), coin: baseOf(order) };
  return order.price
    ? i18n._("{amount} {coin} open at {price}", {
        ...rest,
        price: inQuote(order, priceText(order.price, tick)),
      })
    : i18n._("{amount} {coin} open", rest);
}

function restText(order: Order): string | undefined {
  if (isZero(order.remaining_quantity)) return undefined;
  const rest = { amount: formatAmount(order.remaining_quantity), coin: baseOf(order) };
  return i18n._("{amount} {coin} unfilled", rest);
}

function feeText(order: Order): string {
  return i18n._("Fee {fee} {coin}", { fee: formatAmount(order.fee), coin: order.fee_coin });
}

const baseOf = ({ symbol }: Order) => symbol.split("-")[0] ?? symbol;

const inQuote = ({ symbol }: Order, price: string) => `${price} ${symbol.split("-")[1] ?? ""}`;
