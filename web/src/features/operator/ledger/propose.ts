import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { ProposalDraft } from "./api";

const MAX_REASON_LENGTH = 500;

export const reason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Enter a reason. It’s kept with the transfer.")),
  v.maxLength(MAX_REASON_LENGTH, () =>
    i18n._("Enter at most {most} characters.", { most: MAX_REASON_LENGTH }),
  ),
);

/** The target of the transfer: a client, or the treasury. */
export type Purpose = { kind: "adjustment"; clientId: string } | { kind: "funding" };

export type ProposeValues = {
  direction: "give" | "take";
  coin: string;
  amount: string;
  network: string;
  reason: string;
};

export const NOTHING: ProposeValues = { direction: "give", coin: "", amount: "", network: "", reason: "" };

export const PROPOSE_FIELDS = ["coin", "amount", "network", "reason"] as const;

export const proposeSchema = (kind: Purpose["kind"]) =>
  v.object({
    direction: v.picklist(["give", "take"]),
    coin: v.pipe(
      v.string(),
      v.nonEmpty(() => i18n._("Choose a coin.")),
    ),
    amount: v.pipe(
      v.string(),
      v.regex(/^\d+(\.\d+)?$/, () => i18n._("Enter an amount.")),
      v.check(
        (text) => /[1-9]/.test(text),
        () => i18n._("Enter an amount above 0."),
      ),
    ),
    network: v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.check(
        (text) => kind === "adjustment" || /^[a-z0-9][a-z0-9_-]{0,30}$/.test(text),
        () => i18n._("Use letters and digits, such as bitcoin or bank."),
      ),
    ),
    reason,
  });

export function proposalDraft(purpose: Purpose, values: ProposeValues): ProposalDraft {
  const { coin, amount } = values;
  if (purpose.kind === "funding") {
    const { network } = values;
    return { kind: "funding", client_id: null, coin, amount, network, reason: values.reason };
  }
  return {
    kind: "adjustment",
    client_id: purpose.clientId,
    coin,
    amount: values.direction === "take" ? `-${amount}` : amount,
    network: null,
    reason: values.reason,
  };
}
