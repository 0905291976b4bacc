import { i18n } from "@lingui/core";
import type { ApiKey } from "./api";

export type Scope = ApiKey["scopes"][number];

export function nameScope(scope: Scope): string {
  const names = { read: i18n._("Read"), trade: i18n._("Trade"), withdraw: i18n._("Withdraw") };
  return names[scope];
}

export function explainScope(scope: Scope): string {
  const explanations = {
    read: i18n._("See balances, orders and history, but not who you are."),
    trade: i18n._("Place and cancel orders. Needs level Starter."),
    withdraw: i18n._("Send funds out. Needs level Advanced. Limit it to addresses you know."),
  };
  return explanations[scope];
}
