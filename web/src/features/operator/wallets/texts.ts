import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { Severity } from "@/design/severity";
import { formatDateTime } from "@/lib/dates";
import type { DepositStatus, Network } from "./api";
import type { Risk } from "./withdrawal-api";

type Look = Severity | "neutral";

/** A required text of at most this many characters. */
export const requiredText = (most: number, missing: () => string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, missing),
    v.maxLength(most, () => i18n._("Enter at most {most} characters.", { most })),
  );

export function networkStatusName(status: Network["status"]): string {
  switch (status) {
    case "enabled":
      return i18n._("Enabled");
    case "halted":
      return i18n._("Halted");
    case "disabled":
      return i18n._("Not enabled");
  }
}

export const NETWORK_LOOKS = {
  enabled: "success",
  halted: "error",
  disabled: "neutral",
} as const satisfies Record<Network["status"], Look>;

/** Why a network's node is of no use, and since when; null while it works. */
export function nodeProblemText(network: Network): string | null {
  const since = network.node_problem_since === null ? "" : formatDateTime(network.node_problem_since);
  switch (network.node_problem) {
    case null:
      return null;
    case "not_configured":
      return i18n._("No node is configured in networks.toml.");
    case "play_money_only":
      return i18n._("A demo follows development chains only.");
    case "not_asked":
      return i18n._("The worker hasn’t contacted the node yet.");
    case "unreachable":
      return i18n._("The node hasn’t responded since {since}.", { since });
    case "other_chain":
      return i18n._("The node has been on another chain since {since}.", { since });
    case "syncing":
      return i18n._("The node has been downloading its chain since {since}.", { since });
  }
}

export const DEPOSIT_STATUSES = [
  "detected",
  "confirming",
  "credited",
  "below_minimum",
  "orphaned",
  "unassigned",
] as const satisfies readonly DepositStatus[];

export function depositStatusName(status: DepositStatus): string {
  switch (status) {
    case "detected":
      return i18n._("Detected");
    case "confirming":
      return i18n._("Confirming");
    case "credited":
      return i18n._("Credited");
    case "below_minimum":
      return i18n._("Below minimum");
    case "orphaned":
      return i18n._("Orphaned");
    case "unassigned":
      return i18n._("Unassigned");
  }
}

export const DEPOSIT_LOOKS = {
  detected: "info",
  confirming: "info",
  credited: "success",
  below_minimum: "neutral",
  orphaned: "warn",
  unassigned: "warn",
} as const satisfies Record<DepositStatus, Look>;

/** What speaks against paying a withdrawal without a review. */
export function riskText(risk: Risk): string {
  switch (risk) {
    case "above_review_limit":
      return i18n._("Its value is above the limit for automatic payouts.");
    case "above_two_people_limit":
      return i18n._("Its value is above the limit for a single approval.");
    case "above_limit_with_others":
      return i18n._(
        "Together with others of the last 24 hours, of this client or to this address, it is above a limit.",
      );
    case "unknown_value":
      return i18n._("The coin has no price, so its value is unknown.");
    case "open_incident":
      return i18n._("The client has an open wallet incident.");
    case "new_address":
      return i18n._("The client has never withdrawn to this address.");
    case "frozen":
      return i18n._("The account is frozen.");
  }
}
