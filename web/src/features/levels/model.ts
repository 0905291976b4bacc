import { i18n } from "@lingui/core";
import type { Level } from "@/session/levels";

/** The progress towards a requirement, from 0 to 1. Only for a bar; amounts are shown exactly. */
export function shareOf(present: string, asked: string): number {
  const whole = Number(asked);
  return whole > 0 ? Math.min(1, Number(present) / whole) : 1;
}

/** The requirements of a level besides figures, in words. */
export function describeProof({ kyc, two_factor }: Level["requirements"]): string {
  if (kyc && two_factor) return i18n._("Verified, with 2FA");
  if (kyc) return i18n._("Verified");
  return two_factor ? i18n._("2FA") : i18n._("None");
}

/** What a level unlocks, in words; an unknown feature is shown by its key. */
export function describeFeature(feature: string): string {
  const names: Record<string, string> = {
    deposit: i18n._("Deposits"),
    spot: i18n._("Spot trading"),
    convert: i18n._("Convert"),
    api_key_read: i18n._("Read API keys"),
    premarket: i18n._("Pre-market"),
    earn: i18n._("Flexible earn"),
    api_key_trade: i18n._("Trading API keys"),
    premarket_sell: i18n._("Pre-market selling"),
    earn_locked: i18n._("Locked earn"),
    api_key_withdraw: i18n._("Withdrawal API keys"),
    api_limits_x5: i18n._("API limits × 5"),
    api_limits_x20: i18n._("API limits × 20"),
  };
  return names[feature] ?? feature.replaceAll("_", " ");
}
