import { i18n } from "@lingui/core";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { earnKey, transactionsKey } from "@/api/keys";
import { queries } from "@/api/queries";
import { defineRequest } from "@/session/pending-requests";
import type { EarnPosition, Redemption, Subscription } from "./api";
import { refusalOf } from "./refusals";
import { money } from "./texts";

export type SubscriptionBody = Pick<Subscription, "product_id" | "amount" | "auto_renew"> & { coin: string };
/** `amount` is also that of a whole position, to be said. */
type RedemptionBody = { position_id: number; coin: string; amount: string; all: boolean };

const refresh = () =>
  Promise.all(
    [earnKey, assetsQuery.queryKey, transactionsKey].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );

export const subscribePlace = (product: string) => `subscribe ${product}`;
export const redeemPlace = (position: number) => `redeem ${position}`;

export const subscribeRequest = defineRequest<SubscriptionBody, EarnPosition>({
  name: "subscribe",
  fields: ["product_id", "amount", "auto_renew", "coin"],
  placeOf: ({ product_id }) => subscribePlace(product_id),
  send: ({ coin: _, ...body }, key) =>
    unwrap(api.POST("/v1/earn/positions", { body, headers: { "Idempotency-Key": key } })),
  refresh,
  describeDone: ({ amount, coin }) => ({
    severity: "success",
    summary: i18n._("{amount} subscribed", { amount: money(amount, coin) }),
  }),
  describeRefused: (error, { amount, coin }) => ({
    severity: "error",
    summary: i18n._("{amount} wasn’t subscribed", { amount: money(amount, coin) }),
    detail: refusalText(error),
  }),
  describeUnknown: ({ amount, coin }) => ({
    severity: "warn",
    summary: i18n._("No response yet. {amount} may have been subscribed.", { amount: money(amount, coin) }),
    detail: i18n._("Checking again won’t subscribe twice."),
  }),
});

export const redeemRequest = defineRequest<RedemptionBody, EarnPosition>({
  name: "redeem",
  fields: ["position_id", "coin", "amount", "all"],
  placeOf: ({ position_id }) => redeemPlace(position_id),
  send: ({ position_id, amount, all }, key) => {
    const body: Redemption = all ? { all } : { all, amount };
    return unwrap(
      api.POST("/v1/earn/positions/{position_id}/redeem", {
        params: { path: { position_id: String(position_id) } },
        body,
        headers: { "Idempotency-Key": key },
      }),
    );
  },
  refresh,
  describeDone: (_, { amount, coin }) => ({
    severity: "success",
    summary: i18n._("{amount} redeemed to your Spot Wallet", { amount: money(amount, coin) }),
  }),
  describeRefused: (error, { amount, coin }) => ({
    severity: "error",
    summary: i18n._("{amount} wasn’t redeemed", { amount: money(amount, coin) }),
    detail: refusalText(error),
  }),
  describeUnknown: ({ amount, coin }) => ({
    severity: "warn",
    summary: i18n._("No response yet. {amount} may have been redeemed.", { amount: money(amount, coin) }),
    detail: i18n._("Checking again won’t redeem twice."),
  }),
});

function refusalText(error: Error): string | undefined {
  const { amount, form } = refusalOf(error);
  return amount ?? form ?? undefined;
}
