import { i18n } from "@lingui/core";
import { useMemo } from "react";
import { type Coin, useCoins } from "@/api/coins";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { sortHeads } from "@/design/sort-head";
import { Sparkline } from "@/design/sparkline";
import { Table } from "@/design/table";
import type { TableColumn, TableLayout, TableSort } from "@/design/table-column";
import { priceOf, volumeOf } from "@/lib/pair-figures";
import { useFavourites } from "@/session/favourites";
import { AlertsButton } from "./alerts-button";
import { FavouriteButton } from "./favourite-button";
import { type Market, type MarketsFilter, SORT_VALUES, type SortKey } from "./overview-model";
import { PairLink } from "./pair-link";

type MarketTableProps = {
  markets: readonly Market[];
  filter: Pick<MarketsFilter, "sort" | "direction">;
  onSort: (sort: TableSort) => void;
  onAlerts: (symbol: string) => void;
};

const LAYOUT: TableLayout = {
  table: "w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-deep",
  head: "text-start",
  headCell:
    "sticky top-16 z-2 h-10 border-line border-b bg-deep font-medium text-13 text-ink-2 first:rounded-ss-card",
  row: "relative transition-colors hover:bg-shelf",
  cell: "h-14 border-line border-b py-0 align-middle text-14 text-ink",
  end: "text-end tabular-nums [&:is(td)]:truncate",
};

const ROW_HEIGHT = 56;

/** The filtered pairs. */
export function MarketTable({ markets, filter, onSort, onAlerts }: MarketTableProps) {
  const { favourites, toggle } = useFavourites();
  const coins = useCoins();
  const columns = useMemo(
    () => marketColumns({ coins, favourites, toggle, onAlerts }),
    [coins, favourites, toggle, onAlerts],
  );
  return (
    <Table
      caption={i18n._("Pairs")}
      columns={columns}
      rows={markets}
      rowKey={({ pair }) => pair.symbol}
      layout={LAYOUT}
      rowHeight={ROW_HEIGHT}
      renderHead={sortHeads({ key: filter.sort, direction: filter.direction }, onSort)}
    />
  );
}

type ColumnsOptions = ReturnType<typeof useFavourites> &
  Pick<MarketTableProps, "onAlerts"> & { coins: ReadonlyMap<string, Coin> };

/** The columns; their classes are widths, and the breakpoints from which they are shown. */
function marketColumns({ coins, favourites, toggle, onAlerts }: ColumnsOptions): TableColumn<Market>[] {
  return [
    {
      key: "favourite",
      header: i18n._("Favorite"),
      hideHeader: true,
      className: "w-10 ps-1 sm:w-21 sm:ps-3",
      cell: ({ pair: { symbol } }) => (
        // One above the other on phones, within the height of a row.
        <span className="flex items-center max-sm:flex-col max-sm:*:h-7">
          <FavouriteButton symbol={symbol} isFavourite={favourites.has(symbol)} onToggle={toggle} />
          {favourites.has(symbol) && <AlertsButton symbol={symbol} onAlerts={onAlerts} />}
        </span>
      ),
    },
    {
      key: "pair",
      header: i18n._("Pair"),
      sortBy: SORT_VALUES.pair,
      className: "px-1 sm:px-2",
      cell: (market) => <PairName market={market} icon={coins.get(market.pair.base)?.icon ?? null} />,
    },
    figureColumn("price", {
      header: i18n._("Price"),
      className: "w-[30%] px-1 font-medium sm:px-2 sm:w-[18%] lg:w-[14%]",
      cell: ({ pair, ticker }) => priceOf(pair, ticker.last),
    }),
    figureColumn("change", {
      header: i18n._("24 h"),
      className: "w-22 px-1 pe-3 sm:px-2 sm:w-[14%] lg:w-[11%]",
      cell: ({ ticker }) => <Change value={ticker.change} />,
    }),
    figureColumn("high", {
      header: i18n._("High"),
      className: "w-[13%] px-2 text-ink-2 max-lg:hidden",
      cell: ({ pair, ticker }) => priceOf(pair, ticker.high),
    }),
    figureColumn("low", {
      header: i18n._("Low"),
      className: "w-[13%] px-2 text-ink-2 max-lg:hidden",
      cell: ({ pair, ticker }) => priceOf(pair, ticker.low),
    }),
    figureColumn("volume", {
      header: i18n._("Volume"),
      className: "w-[20%] px-2 max-sm:hidden lg:w-[15%]",
      cell: ({ pair, ticker }) => volumeOf(pair, ticker),
    }),
    {
      key: "line",
      header: i18n._("Last 24h"),
      align: "end",
      className: "w-36 px-2 pe-4 max-md:hidden xl:w-44",
      cell: ({ pair, sparkline }) =>
        sparkline && <Sparkline values={sparkline} label={pair.symbol} className="h-8 w-full max-w-36" />,
    },
  ];
}

function figureColumn(
  key: SortKey,
  column: Pick<TableColumn<Market>, "header" | "className" | "cell">,
): TableColumn<Market> {
  return { key, align: "end", sortBy: SORT_VALUES[key], ...column };
}

function PairName({ market: { pair, ticker }, icon }: { market: Market; icon: string | null }) {
  const { symbol, base, status } = pair;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="max-[400px]:hidden">
        <CoinIcon symbol={base} icon={icon} size={28} />
      </span>
      <span className="min-w-0">
        <PairLink symbol={symbol} />
        <span className="block truncate text-12 text-ink-3 sm:hidden">{volumeOf(pair, ticker)}</span>
      </span>
      {status !== "trading" && <PairStatusBadge status={status} />}
    </span>
  );
}
