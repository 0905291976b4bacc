import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import { formatRate } from "@/lib/format-number";
import type { EarnProduct } from "./api";
import { interestOf, maturityOf, nextPayout, rateAt, startOfInterest } from "./interest";
import { TermsRow } from "./terms-row";
import { daysText, money } from "./texts";
import { useNow } from "./use-now";

interface SubscriptionTermsProps {
  product: EarnProduct;
  /** Empty while there is no valid one. */
  amount: string;
  decimals: number;
}

/** What will be paid when, and what an early exit costs. */
export function SubscriptionTerms({ product, amount, decimals }: SubscriptionTermsProps) {
  return (
    <>
      <dl className="flex flex-col gap-2 text-14">
        {product.term_days === null ? (
          <FlexibleRows product={product} amount={amount} decimals={decimals} />
        ) : (
          <LockedRows product={product} term={product.term_days} amount={amount} decimals={decimals} />
        )}
        <TermsRow label={i18n._("Source of yield")}>{product.source_of_yield}</TermsRow>
      </dl>
      <Terms product={product} />
    </>
  );
}

function FlexibleRows({ product, amount, decimals }: SubscriptionTermsProps) {
  const now = useNow();
  const { coin, apr, next_apr } = product;
  return (
    <>
      <TermsRow label={i18n._("APR")}>{formatRate(apr)}</TermsRow>
      {next_apr && (
        <TermsRow label={i18n._("APR from {time}", { time: formatDateTime(next_apr.from) })}>
          {formatRate(next_apr.apr)}
        </TermsRow>
      )}
      {amount && (
        <TermsRow label={i18n._("Interest per day")}>
          {money(interestOf({ ...product, next_apr: null }, { amount, days: 1, decimals, now }), coin)}
        </TermsRow>
      )}
      <TermsRow label={i18n._("Interest counts from")}>{formatDateTime(startOfInterest(now))}</TermsRow>
      <TermsRow label={i18n._("First payout")}>{formatDateTime(nextPayout(now))}</TermsRow>
    </>
  );
}

function LockedRows({ product, term, amount, decimals }: SubscriptionTermsProps & { term: number }) {
  const now = useNow();
  const start = startOfInterest(now);
  return (
    <>
      <TermsRow label={i18n._("APR for the whole term")}>{formatRate(rateAt(product, start))}</TermsRow>
      <TermsRow label={i18n._("Term")}>{daysText(term)}</TermsRow>
      <TermsRow label={i18n._("Interest counts from")}>{formatDateTime(start)}</TermsRow>
      <TermsRow label={i18n._("Matures")}>{formatDateTime(maturityOf(term, now))}</TermsRow>
      {amount && (
        <TermsRow label={i18n._("Interest at maturity")}>
          <strong className="font-semibold">
            {money(interestOf(product, { amount, days: term, decimals, now }), product.coin)}
          </strong>
        </TermsRow>
      )}
    </>
  );
}

/** The terms in plain words. */
function Terms({ product }: { product: EarnProduct }) {
  const lines =
    product.kind === "flexible"
      ? [
          i18n._("Interest is paid every day at 00:00 UTC to your Spot Wallet. It doesn’t compound."),
          i18n._("Redeem all or part anytime. The rate can change; a change is announced here first."),
        ]
      : [
          i18n._("Interest is paid once, at maturity, together with your coins."),
          i18n._("If you redeem early, you get all your coins back, but no interest."),
        ];
  return (
    <ul className="flex list-disc flex-col gap-1.5 rounded-card border border-line bg-shelf py-3 pe-4 ps-8 text-13 text-ink-2">
      {[...lines, treasuryText()].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

export function treasuryText(): string {
  return i18n._(
    "The exchange’s treasury pays the interest. If it runs short, interest is paid later; your coins don’t wait for it.",
  );
}
