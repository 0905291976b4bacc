import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { SearchInput } from "@/design/search-input";
import { Select } from "@/design/select";
import { textOf } from "@/lib/text-of";
import type { Pair, PairState } from "./api";
import { pairStates, stateOf } from "./model";

export type MarketFilter = { text: string; state: PairState | null };

/** The filter in the URL. */
export function useMarketFilter(): MarketFilter {
  const search = useSearch({ strict: false });
  return { text: textOf(search.q), state: stateOf(search.state) };
}

export function isWanted(pair: Pair, { text, state }: MarketFilter): boolean {
  const wanted = text
    .trim()
    .toUpperCase()
    .replace(/[\s/]+/, "-");
  return pair.symbol.includes(wanted) && (state === null || pair.status === state);
}

/** Filters while typing, because all pairs are loaded; stored in the URL. */
export function MarketFilterForm() {
  const filter = useMarketFilter();
  const navigate = useNavigate();

  function show({ text, state }: MarketFilter) {
    const search = { q: text || undefined, state: state ?? undefined };
    void navigate({ to: "/operator/markets", search, replace: true });
  }

  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchInput
        aria-label={i18n._("Search pairs")}
        placeholder="BTC-USDT"
        className="w-52! max-w-full"
        value={filter.text}
        onValueChange={(text) => show({ ...filter, text })}
      />
      <Select
        aria-label={i18n._("State")}
        size="small"
        className="w-36!"
        options={[{ value: "all" as const, label: i18n._("All states") }, ...pairStates()]}
        value={filter.state ?? "all"}
        onValueChange={(state) => show({ ...filter, state: stateOf(state) })}
      />
    </search>
  );
}
