import { i18n } from "@lingui/core";
import { memo } from "react";
import type { Pair, Ticker } from "@/api/pairs";
import { Badge } from "@/design/badge";
import { Change } from "@/design/change";
import { classNames } from "@/lib/class-names";
import { formatCompact } from "@/lib/format-value";
import { FavouriteButton } from "./favourite-button";
import { priceOf } from "./figures";

type PairLineProps = {
  pair: Pair;
  ticker: Ticker;
  worth: string;
  isCurrent: boolean;
  isFavourite: boolean;
  onToggle: (symbol: string) => void;
  onChoose: (symbol: string) => void;
};

export const PAIR_COLUMNS = "grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_4.5rem_4.5rem] items-center gap-2";

export const PairLine = memo(function PairLine(props: PairLineProps) {
  const { pair, ticker, worth, isCurrent, isFavourite, onToggle, onChoose } = props;
  return (
    <li className={classNames("flex items-center pl-2 hover:bg-shelf", isCurrent && "bg-shelf")}>
      <FavouriteButton symbol={pair.symbol} isFavourite={isFavourite} onToggle={onToggle} />
      <button
        type="button"
        data-stop
        aria-current={isCurrent}
        onClick={() => onChoose(pair.symbol)}
        className={classNames(
          PAIR_COLUMNS,
          "h-10 min-w-0 grow pr-4 pl-1 text-left text-13 tabular-nums -outline-offset-2",
        )}
      >
        <span className="truncate font-medium">
          {pair.base}
          <span className="font-normal text-ink-3">/{pair.quote}</span>{" "}
          {pair.status !== "trading" && (
            <Badge severity="warn">
              {pair.status === "halted" ? i18n._("Halted") : i18n._("Cancel only")}
            </Badge>
          )}
        </span>
        <span className="truncate text-right">{priceOf(pair, ticker.last)}</span>
        <span className="truncate text-right">
          {ticker.last !== null && <Change value={ticker.change} />}
        </span>
        <span className="truncate text-right text-ink-2">{formatCompact(worth)}</span>
      </button>
    </li>
  );
});
