import { i18n } from "@lingui/core";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { withdrawalsKey } from "@/api/keys";
import { queries } from "@/api/queries";
import { formatAmount } from "@/lib/format-number";
import { clientLevelQuery } from "@/session/levels";
import { defineRequest } from "@/session/pending-requests";
import { withStepUp } from "@/session/step-up";
import type { Withdrawal } from "./withdrawal-api";
import { explainRefusal } from "./withdrawal-texts";

type WithdrawalBody = { coin: string; network: string; amount: string } & (
  | { address: string }
  | { address_id: string }
);

export const WITHDRAW_PLACE = "withdraw";
const WITHDRAW_PAGE = "/personal/withdraw";

export const withdrawRequest = defineRequest<WithdrawalBody, Pick<Withdrawal, "id">>({
  name: "withdraw",
  fields: ["coin", "network", "amount"],
  placeOf: () => WITHDRAW_PLACE,
  page: WITHDRAW_PAGE,
  send(body, key, isAsked) {
    const send = () => unwrap(api.POST("/v1/withdrawal", { body, headers: { "Idempotency-Key": key } }));
    // Nobody expects a question about a request of an earlier page.
    return isAsked ? withStepUp(send) : send();
  },
  refresh: () =>
    Promise.all(
      [withdrawalsKey, assetsQuery.queryKey, clientLevelQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    ),
  describeDone: ({ id }, { amount, coin }) => ({
    severity: "warn",
    summary: i18n._("Your withdrawal of {amount} {coin} waits for its code", {
      amount: formatAmount(amount),
      coin,
    }),
    detail: i18n._("The code is in your email."),
    link: {
      label: i18n._("Enter the code"),
      href: `${WITHDRAW_PAGE}?withdrawal=${encodeURIComponent(id)}`,
    },
  }),
  describeRefused: (error, { amount, coin }) => ({
    severity: "error",
    summary: i18n._("Your withdrawal of {amount} {coin} was rejected", {
      amount: formatAmount(amount),
      coin,
    }),
    detail: explainRefusal(error),
  }),
  describeUnknown: ({ amount, coin }) => ({
    severity: "warn",
    summary: i18n._("No response yet. Your withdrawal of {amount} {coin} may have been requested.", {
      amount: formatAmount(amount),
      coin,
    }),
    detail: i18n._("Checking again can’t request it twice."),
  }),
});
