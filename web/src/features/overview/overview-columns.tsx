import { i18n } from "@lingui/core";
import type { Coin } from "@/api/coins";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { Sparkline } from "@/design/sparkline";
import type { TableColumn } from "@/design/table-column";
import { priceOf, volumeOf } from "@/lib/pair-figures";
import type { useFavourites } from "@/session/favourites";
import { FavouriteButton } from "./favourite-button";
import { type Market, SORT_VALUES, type SortKey } from "./overview-model";
import { PairLink } from "./pair-link";

type ColumnsOptions = ReturnType<typeof useFavourites> & { coins: ReadonlyMap<string, Coin> };

/** The columns; their classes are widths, and the breakpoints from which they are shown. */
export function marketColumns({ coins, favourites, toggle }: ColumnsOptions): TableColumn<Market>[] {
  return [
    {
      key: "favourite",
      header: i18n._("Favorite"),
      hideHeader: true,
      className: "w-10 pl-1 sm:w-13 sm:pl-3",
      cell: ({ pair: { symbol } }) => (
        <FavouriteButton symbol={symbol} isFavourite={favourites.has(symbol)} onToggle={toggle} />
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
      className: "w-22 px-1 pr-3 sm:px-2 sm:w-[14%] lg:w-[11%]",
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
      className: "w-36 px-2 pr-4 max-md:hidden xl:w-44",
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
