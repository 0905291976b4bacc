import { i18n } from "@lingui/core";
import { changedLines, type Difference } from "@/lib/changed-lines";
import { formatDateTime } from "@/lib/dates";
import { formatAmount, formatRate } from "@/lib/format-number";
import type { Product, ProductChange, ProductDraft } from "./api";
import { lastRate } from "./model";

/** The changes in words. */
export function differences(product: Product, change: ProductChange): Difference[] {
  const before: Lines = { ...product, apr: lastRate(product), effective_at: null };
  const after: Lines = {
    apr: change.apr ?? before.apr,
    effective_at: change.effective_at ?? null,
    min: change.min ?? product.min,
    max: change.max ?? product.max,
    quota: change.quota ?? product.quota,
    is_open: change.is_open ?? product.is_open,
    source_of_yield: change.source_of_yield ?? product.source_of_yield,
  };
  return changedLines(linesOf(product.coin, before), linesOf(product.coin, after));
}

/** A new product in words. */
export function termsOf(draft: Terms & Pick<ProductDraft, "coin" | "kind" | "term_days">): Line[] {
  const { coin, kind, term_days } = draft;
  const days = i18n._("{days, plural, one {# day} other {# days}}", { days: term_days ?? 0 });
  return [
    { what: i18n._("Coin"), value: coin },
    { what: i18n._("Kind"), value: kind === "flexible" ? i18n._("Flexible") : i18n._("Locked") },
    ...(kind === "locked" ? [{ what: i18n._("Term"), value: days }] : []),
    ...termLines(coin, draft),
  ];
}

type Line = { what: string; value: string };
type Terms = Pick<Product, "apr" | "min" | "max" | "quota" | "source_of_yield">;
type Lines = Terms & Pick<Product, "is_open"> & { effective_at: number | null };

function linesOf(coin: string, lines: Lines): Line[] {
  return [
    {
      what: i18n._("New rate from"),
      value: lines.effective_at ? formatDateTime(lines.effective_at) : i18n._("The next full hour"),
    },
    ...termLines(coin, lines),
    { what: i18n._("New subscriptions"), value: lines.is_open ? i18n._("Open") : i18n._("Closed") },
  ];
}

function termLines(coin: string, { apr, min, max, quota, source_of_yield }: Terms): Line[] {
  const inCoin = (value: string) => `${formatAmount(value)} ${coin}`;
  return [
    { what: i18n._("APR"), value: formatRate(apr) },
    { what: i18n._("Minimum"), value: inCoin(min) },
    { what: i18n._("Maximum per client"), value: inCoin(max) },
    { what: i18n._("Quota"), value: inCoin(quota) },
    { what: i18n._("Source of yield"), value: source_of_yield },
  ];
}
