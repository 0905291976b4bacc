import { i18n } from "@lingui/core";
import type { Assets } from "@/api/assets";
import { Segments } from "@/design/segments";
import { toFixed } from "@/lib/decimal";
import { formatPrice } from "@/lib/format-price";
import { formatValue } from "@/lib/format-value";
import { changePortfolioView, usePortfolioView, type ValueUnit } from "@/session/portfolio-view";
import { MaskButton, MaskedAmount } from "./masked-amount";

const UNITS: readonly ValueUnit[] = ["USDT", "BTC"];
const BTC_DECIMALS = 8;

type Totals = Pick<Assets, "total_usdt" | "total_btc">;

/** Everything somebody has, in one figure. */
export function TotalValue({ totals }: { totals: Totals }) {
  const { unit } = usePortfolioView();
  const other = unit === "USDT" ? "BTC" : "USDT";
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <dl className="min-w-0">
        <dt className="flex min-h-8 items-center gap-1 text-13 text-ink-2">
          {i18n._("Total value")}
          <MaskButton />
        </dt>
        <dd className="mt-1 font-semibold text-28 text-ink tracking-tight tabular-nums wrap-anywhere sm:text-40">
          <MaskedAmount>{figureIn(unit, totals)}</MaskedAmount>{" "}
          <span className="font-medium text-16 text-ink-2 tracking-normal sm:text-20">{unit}</span>
        </dd>
        <dd className="mt-1 text-13 text-ink-2 tabular-nums">
          <MaskedAmount>
            {i18n._("About {amount} {unit}", { amount: figureIn(other, totals), unit: other })}
          </MaskedAmount>
        </dd>
      </dl>
      <Segments
        label={i18n._("Show total in")}
        options={UNITS.map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(chosen) => changePortfolioView({ unit: chosen })}
      />
    </div>
  );
}

function figureIn(unit: ValueUnit, { total_usdt, total_btc }: Totals): string {
  if (unit === "USDT") return formatValue(total_usdt);
  return total_btc === null ? "–" : formatPrice(toFixed(total_btc, BTC_DECIMALS), BTC_DECIMALS);
}
