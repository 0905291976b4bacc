import { i18n } from "@lingui/core";
import type { ApiKey } from "./api";

export type Scope = ApiKey["scopes"][number];

export function nameScope(scope: Scope): string {
  const names = { read: i18n._("Read"), trade: i18n._("Trade"), withdraw: i18n._("Withdraw") };
  return names[scope];
}

export function explainScope(scope: Scope): string {
  const explanations = {
    read: i18n._("View balances, orders and history, but not your personal information."),
    trade: i18n._("Place and cancel orders. Requires level Starter."),
    withdraw: i18n._("Withdraw funds. Requires level Advanced. Limit it to IP addresses you trust."),
  };
  return explanations[scope];
}
