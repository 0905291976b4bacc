import { i18n } from "@lingui/core";
import { isZero } from "@/lib/decimal";
import { formatAmount, formatRate } from "@/lib/format-number";
import { endingsOf, type Terms } from "./draft";
import type { Premarket } from "./types";
import type { PremarketForm } from "./use-premarket-form";

/** Everything that is worked out before sending: value, fee, collateral, what is locked, and the endings. */
export function OrderTerms({ state: { draft, terms, market } }: { state: PremarketForm }) {
  return (
    <>
      <dl className="flex flex-col gap-1.5 border-line border-t pt-3 text-13">
        <FillRows terms={terms} coin={market.symbol} />
        <Row label={i18n._("Value")} amount={terms?.value} coin={market.quote} />
        <Row
          label={i18n._("Fee ({rate})", { rate: formatRate(market.fee_rate) })}
          amount={terms?.fee}
          coin={market.quote}
        />
        {draft.side === "sell" && (
          <Row
            label={i18n._("Collateral ({rate})", { rate: formatRate(market.collateral_rate) })}
            amount={terms?.collateral}
            coin={market.quote}
          />
        )}
        <Row label={i18n._("Locked in total")} amount={terms?.locked} coin={market.quote} isSum />
      </dl>
      {terms && <Endings state={{ draft, terms, market }} />}
    </>
  );
}

function FillRows({ terms, coin }: { terms: Terms | null; coin: string }) {
  if (!terms || isZero(terms.fillsNow)) return null;
  return (
    <>
      <Row label={i18n._("Fills immediately")} amount={terms.fillsNow} coin={coin} />
      {!isZero(terms.rests) && <Row label={i18n._("Resting on book")} amount={terms.rests} coin={coin} />}
    </>
  );
}

interface RowProps {
  label: string;
  amount: string | undefined;
  coin: string;
  isSum?: boolean;
}

function Row({ label, amount, coin, isSum = false }: RowProps) {
  return (
    <div className={isSum ? "flex justify-between gap-4 font-semibold" : "flex justify-between gap-4"}>
      <dt className={isSum ? "text-ink" : "text-ink-2"}>{label}</dt>
      <dd className="min-w-0 text-end text-ink tabular-nums wrap-anywhere">
        {amount === undefined ? "–" : `${formatAmount(amount)} ${coin}`}
      </dd>
    </div>
  );
}

type EndingsProps = { state: { draft: PremarketForm["draft"]; terms: Terms; market: Premarket } };

function Endings({ state: { draft, terms, market } }: EndingsProps) {
  return (
    <dl className="flex flex-col gap-2 rounded-card border border-line bg-shelf p-3 text-13">
      {endingsOf(draft.side, terms, draft.quantity, market).map(({ key, title, text }) => (
        <div key={key}>
          <dt className="font-medium text-ink">{title}</dt>
          <dd className="text-ink-2 tabular-nums wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
