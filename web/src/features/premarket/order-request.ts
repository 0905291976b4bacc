import { i18n } from "@lingui/core";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { premarketKeys } from "@/api/keys";
import { queries } from "@/api/queries";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { defineRequest, type RequestMessage } from "@/session/pending-requests";
import { refusalText } from "./refusals";
import type { NewPremarketOrder, PremarketOrder } from "./types";

type OrderBody = NewPremarketOrder & { symbol: string };

export const placeOfMarket = (symbol: string) => `premarket-order ${symbol}`;

export const orderRequest = defineRequest<OrderBody, PremarketOrder>({
  name: "premarket-order",
  fields: ["symbol", "side", "price", "quantity"],
  placeOf: ({ symbol }) => placeOfMarket(symbol),
  send: ({ symbol, ...body }, key) =>
    unwrap(
      api.POST("/v1/premarkets/{symbol}/orders", {
        params: { path: { symbol }, header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  refresh: () =>
    Promise.all(
      [premarketKeys.all, assetsQuery.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    ),
  describeDone: describePlaced,
  describeRefused: (error, { symbol }) => ({
    severity: "error",
    summary: i18n._("{symbol} order rejected", { symbol }),
    detail: refusalText(error),
  }),
  describeUnknown: ({ symbol }) => ({
    severity: "warn",
    summary: i18n._("No response yet. Your {symbol} order may have been placed.", { symbol }),
    detail: i18n._("Checking again can’t place it twice."),
  }),
});

export function describePlaced(order: PremarketOrder): RequestMessage {
  const { side, quantity, filled_quantity, symbol, price, quote } = order;
  const shown = { amount: formatAmount(quantity), coin: symbol, price: formatAmount(price), quote };
  const summary =
    side === "buy"
      ? i18n._("Order placed: buy {amount} {coin} at {price} {quote}", shown)
      : i18n._("Order placed: sell {amount} {coin} at {price} {quote}", shown);
  const filled = { filled: formatAmount(filled_quantity), coin: symbol };
  const detail = isZero(filled_quantity)
    ? undefined
    : i18n._("{filled} {coin} filled and became contracts.", filled);
  return { severity: "success", summary, detail };
}
