import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatAmount, formatFixed } from "@/lib/format-number";
import type { PremarketBook as Book, Premarket, PremarketLevel, PremarketOrder } from "./types";

const SHOWN_LEVELS = 10;

interface PremarketBookProps {
  market: Premarket;
  book: Book;
  /** The client's open orders, which are marked. */
  orders: readonly PremarketOrder[];
  onPick: (price: string) => void;
}

/** The best levels of both sides; a level fills its price into the form. */
export function PremarketBook({ market, book, orders, onPick }: PremarketBookProps) {
  const asks = book.asks.slice(0, SHOWN_LEVELS).toReversed();
  const bids = book.bids.slice(0, SHOWN_LEVELS);
  const largest = Math.max(...[...asks, ...bids].map(([, quantity]) => Number(quantity)), 0);
  const own = new Set(orders.map(({ side, price }) => `${side} ${Number(price)}`));
  const common = { market, largest, own, onPick };
  return (
    <Card title={i18n._("Order book")}>
      <table aria-label={i18n._("Prices and amounts")} className="w-full table-fixed text-13 tabular-nums">
        <thead>
          <tr className="text-12 text-ink-3 *:pb-1 *:font-normal">
            <th className="text-start">{i18n._("Price ({coin})", { coin: market.quote })}</th>
            <th className="text-end">{i18n._("Amount ({coin})", { coin: market.symbol })}</th>
          </tr>
        </thead>
        <Side side="sell" levels={asks} {...common} />
        <tbody>
          <tr>
            <td colSpan={2} className="border-line border-y py-1.5 font-semibold text-14">
              <span className="sr-only">{i18n._("Last price")} </span>
              {market.last_price === null
                ? "–"
                : formatFixed(market.last_price, decimalsOfStep(market.tick_size))}
            </td>
          </tr>
        </tbody>
        <Side side="buy" levels={bids} {...common} />
      </table>
    </Card>
  );
}

interface SideProps {
  side: "buy" | "sell";
  levels: readonly PremarketLevel[];
  market: Premarket;
  largest: number;
  own: ReadonlySet<string>;
  onPick: (price: string) => void;
}

function Side({ side, levels, market, largest, own, onPick }: SideProps) {
  if (levels.length === 0) {
    return (
      <tbody>
        <tr>
          <td colSpan={2} className="py-4 text-center text-12 text-ink-3">
            {side === "sell" ? i18n._("No asks") : i18n._("No bids")}
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {levels.map(([price, quantity]) => (
        <tr key={price} className="relative hover:bg-line/40">
          <td className="h-7 p-0">
            <span
              aria-hidden="true"
              style={{ transform: `scaleX(${largest > 0 ? Number(quantity) / largest : 0})` }}
              className={classNames(
                "absolute inset-y-px end-0 w-full origin-right rtl:origin-left",
                side === "buy" ? "bg-buy/14" : "bg-sell/14",
              )}
            />
            <button
              type="button"
              onClick={() => onPick(price)}
              className={classNames(
                "relative -outline-offset-1 after:absolute after:inset-0 after:content-['']",
                side === "buy" ? "text-buy" : "text-sell",
              )}
            >
              {formatFixed(price, decimalsOfStep(market.tick_size))}
              {own.has(`${side} ${Number(price)}`) && (
                <span className="ms-2 inline-block size-1.5 rounded-full bg-accent align-middle">
                  <span className="sr-only">{i18n._("Your order")}</span>
                </span>
              )}
            </button>
          </td>
          <td className="relative p-0 text-end text-ink">{formatAmount(quantity)}</td>
        </tr>
      ))}
    </tbody>
  );
}
