import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { formatAmount, formatRate } from "@/lib/format-number";
import { coinsOnPath, limitsOf, roundRate } from "./convert-draft";
import type { ConvertForm } from "./use-convert-form";

/** The indicative rate, its path, the fee and the limits. */
export function ConvertTerms({ form: { from, to, target, rates } }: { form: ConvertForm }) {
  return (
    <QueryView query={rates} skeleton={<Skeleton shape="text" lines={4} />}>
      {() =>
        from !== null &&
        to !== null &&
        target && (
          <dl className="flex flex-col gap-2 text-14">
            <TermsRow label={i18n._("Rate")}>
              <span className="block">{rateText("≈", from, to, target.rate)}</span>
              <span className="block text-12 text-ink-3">{rateText("≈", to, from, target.inverse_rate)}</span>
            </TermsRow>
            <PathRow from={from} path={target.path} />
            <TermsRow label={i18n._("Fee")}>{formatRate(target.fee_rate)}</TermsRow>
            <TermsRow label={i18n._("Limits")}>
              {i18n._("{min} to {max} {coin}", {
                min: formatAmount(limitsOf(target).min),
                max: formatAmount(limitsOf(target).max),
                coin: from,
              })}
            </TermsRow>
          </dl>
        )
      }
    </QueryView>
  );
}

/** What one coin is worth in another: `sign` tells whether the rate is exact. */
export function rateText(sign: "=" | "≈", from: string, to: string, rate: string): string {
  return i18n._("1 {from} {sign} {rate} {to}", { from, sign, rate: formatAmount(roundRate(rate)), to });
}

/** The coins that a conversion goes through. */
export function PathRow({ from, path }: { from: string; path: readonly string[] }) {
  return <TermsRow label={i18n._("Path")}>{coinsOnPath(from, path).join(" → ")}</TermsRow>;
}

export function TermsRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-end text-ink tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
