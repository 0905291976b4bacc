import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Pair } from "@/api/pairs";
import { Combobox } from "@/design/combobox";
import { classNames } from "@/lib/class-names";
import { intervalName } from "@/lib/interval-name";
import { textOf } from "@/lib/text-of";
import { PERIODS, type Period } from "./trading-data-query";

export interface TradingDataChoice {
  /** Null for the default pair. */
  symbol: string | null;
  period: Period;
}

/** The choice in the URL. */
export function useTradingDataChoice(): TradingDataChoice {
  const search = useSearch({ strict: false });
  return {
    symbol: textOf(search.symbol).toUpperCase() || null,
    period: PERIODS.find((period) => period === search.period) ?? "1h",
  };
}

interface ChoiceFormProps {
  pairs: readonly Pair[];
  symbol: string;
  period: Period;
}

/** The pair and the period, stored in the URL. */
export function TradingDataChoiceForm({ pairs, symbol, period }: ChoiceFormProps) {
  const navigate = useNavigate();

  function show(search: { symbol: string; period: Period }) {
    void navigate({ to: "/markets/trading-data", search, replace: true });
  }

  return (
    <search className="flex flex-wrap items-center gap-3">
      <Combobox
        aria-label={i18n._("Pair")}
        size="small"
        className="w-44!"
        options={pairs.map((pair) => ({ value: pair.symbol, label: pair.symbol }))}
        value={symbol}
        onValueChange={(next) => next !== null && show({ symbol: next, period })}
      />
      <fieldset className="flex rounded-control border border-line bg-deep p-0.5">
        <legend className="sr-only">{i18n._("Interval")}</legend>
        {PERIODS.map((one) => (
          <button
            key={one}
            type="button"
            title={intervalName(one)}
            // The accessible name starts with the visible text, for voice control.
            aria-label={`${one}, ${intervalName(one)}`}
            aria-pressed={one === period}
            onClick={() => show({ symbol, period: one })}
            className={classNames(
              "h-7 min-w-9 rounded-control px-2 font-medium text-13 tabular-nums transition-colors hover:text-ink",
              one === period ? "bg-raised text-accent" : "text-ink-2",
            )}
          >
            {one}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
