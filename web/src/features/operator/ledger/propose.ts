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

/** What the transfer is for: a client, the treasury and the world outside, or two accounts of the house. */
export type Purpose = { kind: "adjustment"; clientId: string } | { kind: HouseKind };
export type HouseKind = "funding" | "defunding" | "house_move";

export const HOUSE_ACCOUNTS = ["fees", "convert", "protection", "treasury"] as const;
type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

export type ProposeValues = {
  direction: "give" | "take";
  coin: string;
  amount: string;
  network: string;
  source: HouseAccount;
  target: HouseAccount;
  reason: string;
};

export const NOTHING: ProposeValues = {
  direction: "give",
  coin: "",
  amount: "",
  network: "",
  source: "fees",
  target: "treasury",
  reason: "",
};

export const PROPOSE_FIELDS = ["coin", "amount", "network", "source", "target", "reason"] as const;

const hasNetwork = (kind: Purpose["kind"]) => kind === "funding" || kind === "defunding";

const values = (kind: Purpose["kind"]) =>
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
        (text) => !hasNetwork(kind) || /^[a-z0-9][a-z0-9_-]{0,30}$/.test(text),
        () => i18n._("Use letters and digits, such as bitcoin or bank."),
      ),
    ),
    source: v.picklist(HOUSE_ACCOUNTS),
    target: v.picklist(HOUSE_ACCOUNTS),
    reason,
  });

export const proposeSchema = (kind: Purpose["kind"]) =>
  v.pipe(
    values(kind),
    v.forward(
      v.check(
        ({ source, target }) => source !== target,
        () => i18n._("Choose another account than the one it comes from."),
      ),
      ["target"],
    ),
  );

export function proposalDraft(purpose: Purpose, values: ProposeValues): ProposalDraft {
  const { coin, amount, reason } = values;
  if (purpose.kind === "adjustment") {
    const signed = values.direction === "take" ? `-${amount}` : amount;
    return { kind: "adjustment", client_id: purpose.clientId, coin, amount: signed, reason };
  }
  if (purpose.kind === "house_move") {
    return { kind: "house_move", source: values.source, target: values.target, coin, amount, reason };
  }
  return { kind: purpose.kind, coin, amount, network: values.network, reason };
}
