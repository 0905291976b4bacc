import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { divide, isZero, multiply } from "@/lib/decimal";
import { formatAmount, formatRate } from "@/lib/format-number";
import { pageExists } from "@/lib/page-paths";
import type { Order } from "./api";
import { isOpen } from "./open-orders";
import { averageText, priceText, useTickSize } from "./price-text";
import { timeInForceName, triggerText, typeName } from "./texts";

export function TimeCell({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} className="whitespace-nowrap text-ink-2">
      {formatDateTime(at)}
    </time>
  );
}

export function PairCell({ symbol }: { symbol: string }) {
  if (!pageExists("/trading")) return <span className="font-medium">{symbol}</span>;
  return (
    <Link
      to={`/trading/${symbol}`}
      className="font-medium underline-offset-4 hover:text-accent hover:underline"
    >
      {symbol}
    </Link>
  );
}

/** The type and options of an order; all of them where a card has the room. */
export function TypeCell({ order }: { order: Order }) {
  const name = typeName(order.type);
  const terms = termsText(order, useTickSize(order.symbol));
  return (
    <span
      title={terms ? `${name} ${terms}` : undefined}
      className="block min-w-0 wrap-anywhere @4xl:line-clamp-2 @4xl:leading-4"
    >
      {name}
      {terms && <span className="text-12 text-ink-3"> {terms}</span>}
    </span>
  );
}

export function PriceCell({ order }: { order: Order }) {
  return order.price === null ? (
    <span className="text-ink-2">{i18n._("Market")}</span>
  ) : (
    <PriceFigure price={order.price} symbol={order.symbol} />
  );
}

interface PriceFigureProps {
  price: string | null;
  symbol: string;
  /** An average may be between two ticks. */
  isAverage?: boolean | undefined;
}

/** A price in a list of many pairs; prices of one pair are aligned. */
export function PriceFigure({ price, symbol, isAverage = false }: PriceFigureProps) {
  const tick = useTickSize(symbol);
  if (price === null || isZero(price)) return <Figure amount={null} />;
  return <FigureText text={isAverage ? averageText(price, tick) : priceText(price, tick)} />;
}

export function ConditionCell({ order }: { order: Order }) {
  const tick = useTickSize(order.symbol);
  if (order.stop_price === null) return <span className="text-ink-3">–</span>;
  const text =
    isOpen(order) && order.status === "untriggered"
      ? triggerText(order, tick)
      : i18n._("Triggered at {price}", { price: priceText(order.stop_price, tick) });
  return <span className="block text-ink-2 wrap-anywhere @4xl:text-12 @4xl:leading-4">{text}</span>;
}

/** The value at the order's price; without a price, its total or what it has cost so far. */
export function TotalCell({ order }: { order: Order }) {
  const quote = order.symbol.split("-")[1];
  const total = totalOf(order);
  return <Figure amount={total} coin={quote} />;
}

export function AmountCell({ order }: { order: Order }) {
  // An order by total has no quantity before it trades.
  if (isZero(order.quantity)) return <span className="text-ink-2">{i18n._("by total")}</span>;
  return <Figure amount={order.quantity} />;
}

/** The filled share, as a number and a bar. */
export function FilledCell({ order }: { order: Order }) {
  const share = filledShare(order);
  return (
    <span className="flex items-center gap-2 @4xl:justify-end">
      <span className="h-1 w-10 overflow-hidden rounded-full bg-line-strong" aria-hidden="true">
        <span
          className="block h-full origin-left rtl:origin-right rounded-full bg-accent"
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
      <span className="text-end @4xl:w-11">{formatRate(share)}</span>
    </span>
  );
}

/** An order by total has only its filled quantity, so its total is used. */
function filledShare(order: Order): string {
  const isByTotal = order.quote_quantity !== null && order.status !== "filled";
  const [part, whole] = isByTotal
    ? [order.filled_quote, order.quote_quantity ?? "0"]
    : [order.filled_quantity, order.quantity];
  return isZero(whole) ? "0" : divide(part, whole, 3, "down");
}

export function Figure({ amount, coin }: { amount: string | null; coin?: string | undefined }) {
  if (amount === null || isZero(amount)) return <span className="text-ink-3">–</span>;
  return <FigureText text={formatAmount(amount)} coin={coin} />;
}

function FigureText({ text, coin }: { text: string; coin?: string | undefined }) {
  return (
    <span title={classNames(text, coin)} className="block truncate">
      {text}
      {coin && <span className="text-12 text-ink-3"> {coin}</span>}
    </span>
  );
}

export function totalOf({ price, quantity, quote_quantity, filled_quote }: Order): string {
  return price === null ? (quote_quantity ?? filled_quote) : multiply(price, quantity);
}

/** The options of an order in words; empty for defaults. */
function termsText(order: Order, tick: string | undefined): string {
  const [, quote] = order.symbol.split("-");
  // The trigger of an open order is shown in another column.
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
