import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { passkeyFault } from "@/lib/webauthn";
import type { ApiKey } from "./api";

/** The message for a failed passkey request. */
export function explainPasskeyError(error: unknown): string {
  switch (passkeyFault(error)) {
    case "declined":
      return i18n._("No passkey received. The window was closed or timed out.");
    case "known":
      return i18n._("This device already has a passkey for your account.");
    case "failed":
      return i18n._("Passkeys don’t work in this browser at this web address.");
    case null:
      return describeProblem(error);
  }
}

/** A default name for a passkey, from the device. */
export function suggestPasskeyName(userAgent: string): string {
  const systems: [RegExp, string][] = [
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/CrOS/, "ChromeOS"],
    [/Macintosh|Mac OS X/, "Mac"],
    [/Linux|X11/, "Linux"],
  ];
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? i18n._("My passkey");
}

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
