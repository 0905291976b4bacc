import { i18n } from "@lingui/core";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { conversionsKey } from "@/api/keys";
import { queries } from "@/api/queries";
import { formatAmount } from "@/lib/format-number";
import { clientLevelQuery } from "@/session/levels";
import { defineRequest } from "@/session/pending-requests";
import type { Conversion, Quote } from "./api";
import { explainRefusal } from "./refusals";

type Acceptance = Pick<Quote, "from" | "to" | "from_amount" | "to_amount"> & { quote_id: string };

export const CONVERT_PLACE = "convert";

export const acceptanceOf = ({ id, from, to, from_amount, to_amount }: Quote): Acceptance => ({
  quote_id: id,
  ...{ from, to, from_amount, to_amount },
});

/** However often a quote is accepted, the server converts once. */
export const convertRequest = defineRequest<Acceptance, Conversion>({
  name: "convert",
  fields: ["quote_id", "from", "to", "from_amount", "to_amount"],
  placeOf: () => CONVERT_PLACE,
  send: ({ quote_id }) =>
    unwrap(api.POST("/v1/exchange/quote/{quote_id}/accept", { params: { path: { quote_id } } })),
  refresh: () =>
    Promise.all(
      [conversionsKey, assetsQuery.queryKey, clientLevelQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    ),
  describeDone: ({ from, to, from_amount, to_amount }) => ({
    severity: "success",
    summary: convertedText(money(from_amount, from), money(to_amount, to)),
  }),
  describeRefused: (error, { from, to }) => ({
    severity: "error",
    summary: i18n._("{from} wasn’t converted to {to}", { from, to }),
    detail: explainRefusal(error),
  }),
  describeUnknown: ({ from, to, from_amount }) => ({
    severity: "warn",
    summary: i18n._("No response yet. {paid} may have been converted to {coin}.", {
      paid: money(from_amount, from),
      coin: to,
    }),
    detail: i18n._("Checking again won’t convert twice."),
  }),
});

export function convertedText(paid: string, received: string): string {
  return i18n._("{paid} converted to {received}", { paid, received });
}

export function money(amount: string, coin: string): string {
  return i18n._("{amount} {coin}", { amount: formatAmount(amount), coin });
}
