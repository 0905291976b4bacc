import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PREMARKET_STATUSES, premarketStatusName } from "@/design/premarket-status-badge";
import { SearchInput } from "@/design/search-input";
import { Select } from "@/design/select";
import { textOf } from "@/lib/text-of";
import type { Premarket, PremarketStatus } from "./types";

export type PremarketFilter = { text: string; status: PremarketStatus | null };

/** The filter in the URL. */
export function usePremarketFilter(): PremarketFilter {
  const search = useSearch({ strict: false });
  return { text: textOf(search.q), status: statusOf(search.status) };
}

function statusOf(parameter: unknown): PremarketStatus | null {
  return PREMARKET_STATUSES.find((status) => status === parameter) ?? null;
}

export function isWanted(market: Premarket, { text, status }: PremarketFilter): boolean {
  const wanted = text.trim().toLowerCase();
  const isNamed = [market.symbol, market.name].some((name) => name.toLowerCase().includes(wanted));
  return isNamed && (status === null || market.status === status);
}

/** Filters while typing, because all pre-markets are loaded; stored in the URL. */
export function PremarketFilterForm() {
  const filter = usePremarketFilter();
  const navigate = useNavigate();

  function show({ text, status }: PremarketFilter) {
    const search = { q: text || undefined, status: status ?? undefined };
    void navigate({ to: ".", search, replace: true, resetScroll: false });
  }

  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchInput
        aria-label={i18n._("Search pre-markets")}
        placeholder={i18n._("Name or symbol")}
        className="w-52! max-w-full"
        value={filter.text}
        onValueChange={(text) => show({ ...filter, text })}
      />
      <Select
        aria-label={i18n._("Status")}
        size="small"
        className="w-40!"
        options={[
          { value: "all" as const, label: i18n._("All statuses") },
          ...PREMARKET_STATUSES.map((value) => ({ value, label: premarketStatusName(value) })),
        ]}
        value={filter.status ?? "all"}
        onValueChange={(status) => show({ ...filter, status: statusOf(status) })}
      />
    </search>
  );
}
