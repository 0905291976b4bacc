import { i18n } from "@lingui/core";
import { formatAmount } from "@/lib/format-number";
import type { EarnKind, EarnProduct } from "./api";

export function kindName(kind: EarnKind): string {
  return kind === "flexible" ? i18n._("Flexible") : i18n._("Locked");
}

export function daysText(days: number): string {
  return i18n._("{days, plural, one {# day} other {# days}}", { days });
}

/** The kind with its term: "Locked, 30 days". */
export function kindText({ kind, term_days }: Pick<EarnProduct, "kind" | "term_days">): string {
  if (term_days === null) return kindName(kind);
  return i18n._("Locked, {term}", { term: daysText(term_days) });
}

/** The name of a product: "USDT, flexible". */
export function productName({ coin, kind, term_days }: Pick<EarnProduct, "coin" | "kind" | "term_days">) {
  return term_days === null || kind === "flexible"
    ? i18n._("{coin}, flexible", { coin })
    : i18n._("{coin}, locked for {term}", { coin, term: daysText(term_days) });
}

export function money(amount: string, coin: string): string {
  return i18n._("{amount} {coin}", { amount: formatAmount(amount), coin });
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The two largest units of a time that is left: "12 d 4 h". */
export function timeLeftText(seconds: number): string {
  if (seconds >= DAY) {
    return i18n._("{days} d {hours} h", {
      days: Math.floor(seconds / DAY),
      hours: Math.floor((seconds % DAY) / HOUR),
    });
  }
  if (seconds >= HOUR) {
    return i18n._("{hours} h {minutes} min", {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / MINUTE),
    });
  }
  if (seconds >= MINUTE) return i18n._("{minutes} min", { minutes: Math.floor(seconds / MINUTE) });
  return i18n._("less than 1 min");
}
