import { i18n } from "@lingui/core";
import { memo } from "react";
import type { Pair, Ticker } from "@/api/pairs";
import { Badge } from "@/design/badge";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { Sparkline } from "@/design/sparkline";
import { classNames } from "@/lib/class-names";
import { priceOf, volumeOf } from "@/lib/pair-figures";
import { FavouriteButton } from "./favourite-button";
import { MARKET_COLUMNS } from "./overview-columns";
import { PairLink } from "./pair-link";

export const MARKET_ROW_HEIGHT = 56;

type MarketTableRowProps = {
  /** The index among all rows, including those out of view. */
  index: number;
  pair: Pair;
  ticker: Ticker;
  sparkline: readonly number[] | null;
  icon: string | null;
  isFavourite: boolean;
  onToggleFavourite: (symbol: string) => void;
};

const CELL = "h-14 border-line border-b py-0 align-middle text-14 text-ink";
const FIGURE = "truncate text-right tabular-nums";

/** One pair. Memoised, so that only changed rows re-render. */
export const MarketTableRow = memo(function MarketTableRow(props: MarketTableRowProps) {
  const { index, pair, ticker, sparkline, icon, isFavourite, onToggleFavourite } = props;
  const volume = volumeOf(pair, ticker);
  return (
    <tr aria-rowindex={index + 2} className="relative transition-colors hover:bg-shelf">
      <td className={classNames(CELL, MARKET_COLUMNS.favourite)}>
        <FavouriteButton symbol={pair.symbol} isFavourite={isFavourite} onToggle={onToggleFavourite} />
      </td>
      <td className={classNames(CELL, MARKET_COLUMNS.pair)}>
        <PairName pair={pair} icon={icon} volume={volume} />
      </td>
      <td className={classNames(CELL, FIGURE, "font-medium", MARKET_COLUMNS.price)}>
        {priceOf(pair, ticker.last)}
      </td>
      <td className={classNames(CELL, FIGURE, MARKET_COLUMNS.change)}>
        <Change value={ticker.change} />
      </td>
      <td className={classNames(CELL, FIGURE, "text-ink-2", MARKET_COLUMNS.high)}>
        {priceOf(pair, ticker.high)}
      </td>
      <td className={classNames(CELL, FIGURE, "text-ink-2", MARKET_COLUMNS.low)}>
        {priceOf(pair, ticker.low)}
      </td>
      <td className={classNames(CELL, FIGURE, MARKET_COLUMNS.volume)}>{volume}</td>
      <td className={classNames(CELL, "text-right", MARKET_COLUMNS.line)}>
        {sparkline && <Sparkline values={sparkline} label={pair.symbol} className="h-8 w-full max-w-36" />}
      </td>
    </tr>
  );
});

function PairName({ pair, icon, volume }: { pair: Pair; icon: string | null; volume: string }) {
  const { symbol, base, status } = pair;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="max-[400px]:hidden">
        <CoinIcon symbol={base} icon={icon} size={28} />
      </span>
      <span className="min-w-0">
        <PairLink symbol={symbol} />
        <span className="block truncate text-12 text-ink-3 sm:hidden">{volume}</span>
      </span>
      {status !== "trading" && (
        <Badge severity="warn">{status === "halted" ? i18n._("Halted") : i18n._("Cancel-only")}</Badge>
      )}
    </span>
  );
}
