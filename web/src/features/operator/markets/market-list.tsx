import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Change } from "@/design/change";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { QueryView } from "@/design/query-view";
import { SearchInput } from "@/design/search-input";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatAmount, formatCount, formatRate } from "@/lib/format-number";
import { textOf } from "@/lib/text-of";
import { type Pair, type PairState, pairsQuery } from "./api";
import { rounded, spreadOf } from "./exact";
import { pairStates, stateOf, untradedText } from "./model";
import { Figure } from "./pair-figures";

type MarketFilter = { text: string; state: PairState | null };

/** The filter in the URL. */
function useMarketFilter(): MarketFilter {
  const search = useSearch({ strict: false });
  return { text: textOf(search.q), state: stateOf(search.state) };
}

function isWanted(pair: Pair, { text, state }: MarketFilter): boolean {
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

export function MarketList() {
  const pairs = useQuery(pairsQuery);
  const filter = useMarketFilter();

  return (
    <QueryView
      query={pairs}
      skeleton={<Skeleton shape="table" rows={8} columns={6} />}
      empty={
        <EmptyState icon="chart-candlestick" title={i18n._("No pairs listed yet")}>
          {i18n._("List two coins first, then open a market between them.")}
        </EmptyState>
      }
    >
      {({ items }) => (
        <ListTable
          caption={i18n._("Pairs, in sort order")}
          width="many"
          columns={columns()}
          rows={items.filter((pair) => isWanted(pair, filter))}
          rowKey={({ symbol }) => symbol}
          rowLink={({ symbol }) => `/operator/markets/${symbol}`}
          empty={<EmptyState icon="search" title={i18n._("No pairs match these filters")} />}
        />
      )}
    </QueryView>
  );
}

function columns(): TableColumn<Pair>[] {
  return [
    { key: "pair", header: i18n._("Pair"), cell: ({ symbol }) => symbol, sortBy: ({ symbol }) => symbol },
    {
      key: "state",
      header: i18n._("State"),
      cell: (pair) => (
        <>
          <PairStatusBadge status={pair.status} />
          {pair.untraded_coins.length > 0 && (
            <span className="block text-12 text-warn">{untradedText(pair)}</span>
          )}
        </>
      ),
      sortBy: ({ status }) => status,
    },
    { key: "last", header: i18n._("Last price"), align: "end", cell: (pair) => <Last pair={pair} /> },
    { key: "best", header: i18n._("Bid / ask"), align: "end", cell: (pair) => <Best pair={pair} /> },
    {
      key: "volume",
      header: i18n._("24h volume"),
      align: "end",
      cell: ({ ticker, quote }) => <Figure amount={rounded(ticker.quote_volume)} coin={quote} />,
      sortBy: ({ ticker }) => Number(ticker.quote_volume),
    },
    {
      key: "orders",
      header: i18n._("Open orders"),
      align: "end",
      cell: ({ open_orders }) => formatCount(open_orders),
      sortBy: ({ open_orders }) => open_orders,
    },
    { key: "rules", header: i18n._("Rules"), cell: (pair) => <Rules pair={pair} /> },
  ];
}

function Last({ pair: { ticker, quote } }: { pair: Pair }) {
  if (ticker.last === null) return <span className="text-ink-3">{i18n._("No trades yet")}</span>;
  return (
    <span className="block">
      <Figure amount={ticker.last} coin={quote} />
      <Change value={ticker.change} className="block text-12" />
    </span>
  );
}

function Best({ pair: { ticker } }: { pair: Pair }) {
  const { bid, ask } = ticker;
  const spread = bid !== null && ask !== null ? spreadOf(bid, ask) : null;
  if (bid === null && ask === null) return <span className="text-ink-3">{i18n._("Empty order book")}</span>;
  return (
    <span className="block">
      <span className="block whitespace-nowrap">
        <Figure amount={bid} />
        <span className="text-ink-3"> / </span>
        <Figure amount={ask} />
      </span>
      {spread !== null && (
        <span className="block text-12 text-ink-3">
          {i18n._("Spread {spread}", { spread: formatRate(spread) })}
        </span>
      )}
    </span>
  );
}

function Rules({ pair }: { pair: Pair }) {
  return (
    <span className="block text-12 text-ink-2 @max-5xl:text-end">
      <span className="block">
        {i18n._("Tick {tick}, step {step}", {
          tick: formatAmount(pair.tick_size),
          step: formatAmount(pair.step_size),
        })}
      </span>
      <span className="block text-ink-3">
        {i18n._("From {least} {quote}, band {band}", {
          least: formatAmount(pair.min_notional),
          quote: pair.quote,
          band: formatRate(pair.price_band),
        })}
      </span>
    </span>
  );
}
