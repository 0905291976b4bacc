import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MarketOverview } from "@/api/market-overview";
import type { Pair, Ticker } from "@/api/pairs";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { SearchInput } from "@/design/search-input";
import { Segments } from "@/design/segments";
import { useThrottledValue } from "@/design/use-throttled-value";
import { useFavourites } from "@/session/favourites";
import {
  FAVOURITES_GROUP,
  filterMarkets,
  joinMarkets,
  type MarketsFilter,
  quotesOf,
  readMarketsFilter,
  withSort,
  writeMarketsFilter,
} from "./overview-model";
import { MarketTable } from "./overview-table";

const ALL = "all";

type MarketsToolbarProps = {
  quotes: readonly string[];
  filter: MarketsFilter;
  onFilter: (filter: MarketsFilter) => void;
};

/** The filters; applied while typing, because all pairs are loaded. */
function MarketsToolbar({ quotes, filter, onFilter }: MarketsToolbarProps) {
  const groups = [
    { value: ALL, label: i18n._("All") },
    { value: FAVOURITES_GROUP, label: i18n._("Favorites") },
    ...quotes.map((quote) => ({ value: quote, label: quote })),
  ];
  const group = groups.find(({ value }) => value === filter.group)?.value ?? ALL;
  return (
    <search className="flex flex-wrap items-center justify-between gap-3">
      <div className="-m-1 max-w-full overflow-x-auto p-1">
        <Segments
          label={i18n._("Quote coin")}
          options={groups}
          value={group}
          onChange={(chosen) => onFilter({ ...filter, group: chosen === ALL ? null : chosen })}
        />
      </div>
      <SearchInput
        aria-label={i18n._("Search pairs")}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
        className="sm:w-64"
      />
    </search>
  );
}

// Values update immediately; the sort order is throttled, so that rows can be clicked.
const ORDER_MS = 5_000;

type MarketsListProps = {
  pairs: readonly Pair[];
  overview: MarketOverview | undefined;
  tickers: ReadonlyMap<string, Ticker>;
  /** Opens the alerts about the price of a pair. */
  onAlerts: (symbol: string) => void;
};

/** All pairs, filtered and sorted by the URL. */
export function MarketsList({ pairs, overview, tickers, onAlerts }: MarketsListProps) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useMemo(() => readMarketsFilter(search), [search]);
  const { favourites } = useFavourites();
  const settledTickers = useThrottledValue(tickers, ORDER_MS);
  const order = useMemo(() => {
    const markets = joinMarkets({ pairs, overview, tickers: settledTickers });
    return filterMarkets(markets, filter, favourites).map(({ pair }) => pair.symbol);
  }, [pairs, overview, settledTickers, filter, favourites]);
  const markets = useMemo(() => {
    const known = new Map(
      joinMarkets({ pairs, overview, tickers }).map((market) => [market.pair.symbol, market]),
    );
    return order.flatMap((symbol) => known.get(symbol) ?? []);
  }, [pairs, overview, tickers, order]);

  function show(wanted: MarketsFilter) {
    void navigate({ to: ".", search: writeMarketsFilter(wanted), replace: true, resetScroll: false });
  }

  return (
    <div className="flex flex-col gap-4">
      <MarketsToolbar quotes={quotesOf(pairs)} filter={filter} onFilter={show} />
      {markets.length > 0 ? (
        <MarketTable
          markets={markets}
          filter={filter}
          onSort={(sort) => show(withSort(filter, sort))}
          onAlerts={onAlerts}
        />
      ) : (
        <NothingFound filter={filter} onClear={() => show({ ...filter, text: "", group: null })} />
      )}
    </div>
  );
}

function NothingFound({ filter, onClear }: { filter: MarketsFilter; onClear: () => void }) {
  const hasNoFavourites = filter.group === FAVOURITES_GROUP && filter.text === "";
  return (
    <div className="rounded-card border border-line bg-deep">
      <EmptyState
        icon={hasNoFavourites ? "star" : "search"}
        title={hasNoFavourites ? i18n._("No favorites yet") : i18n._("No pairs match these filters")}
        action={
          <Button severity="secondary" size="small" onClick={onClear}>
            {i18n._("Show all pairs")}
          </Button>
        }
      >
        {hasNoFavourites && i18n._("Select the star next to a pair to add it here.")}
      </EmptyState>
    </div>
  );
}
