import { i18n } from "@lingui/core";
import type { RuleDraft } from "./api";

export const GUARDS = ["profile-redirect", "auth-redirect", "register-verification-redirect"] as const;

export type GuardName = (typeof GUARDS)[number];
export type GuardSwitch = "page" | "on" | "off";
export type RuleValues = {
  pattern: string;
  kind: "redirect" | "guards";
  redirect: string;
  guards: Record<GuardName, GuardSwitch>;
};

export const EMPTY_RULE: RuleValues = {
  pattern: "",
  kind: "redirect",
  redirect: "",
  guards: { "profile-redirect": "page", "auth-redirect": "page", "register-verification-redirect": "page" },
};

/** Who a guard lets in, in words; an unknown guard is shown by its key. */
export function guardName(guard: string): string {
  switch (guard) {
    case "profile-redirect":
      return i18n._("Only clients with a confirmed email");
    case "auth-redirect":
      return i18n._("Only visitors who aren’t signed in");
    case "register-verification-redirect":
      return i18n._("Only clients who haven’t confirmed their email");
    default:
      return guard;
  }
}

export const switchOptions = (): { value: GuardSwitch; label: string }[] => [
  { value: "page", label: i18n._("Page default") },
  { value: "on", label: i18n._("On") },
  { value: "off", label: i18n._("Off") },
];

export function ruleDraft({ pattern, kind, redirect, guards }: RuleValues): RuleDraft {
  const draft = { pattern: pattern.trim() };
  if (kind === "redirect") return { ...draft, redirect: redirect.trim() };
  const switched = GUARDS.filter((guard) => guards[guard] !== "page");
  return {
    ...draft,
    app_middleware: Object.fromEntries(switched.map((guard) => [guard, guards[guard] === "on"])),
  };
}
