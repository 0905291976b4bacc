import { i18n } from "@lingui/core";
import { memo } from "react";
import type { Pair, Ticker } from "@/api/pairs";
import { Badge } from "@/design/badge";
import { Change } from "@/design/change";
import { classNames } from "@/lib/class-names";
import { FavouriteButton } from "./favourite-button";
import { priceOf, volumeOf } from "./figures";

type PairLineProps = {
  pair: Pair;
  ticker: Ticker;
  isCurrent: boolean;
  isFavourite: boolean;
  onToggle: (symbol: string) => void;
  onChoose: (symbol: string) => void;
};

/** A price takes the room that it needs: one that is cut off is another price. */
export const PAIR_COLUMNS = "grid grid-cols-[minmax(0,1fr)_auto_5rem] items-center gap-2";

export const PairLine = memo(function PairLine(props: PairLineProps) {
  const { pair, ticker, isCurrent, isFavourite, onToggle, onChoose } = props;
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
          "min-h-12 min-w-0 grow py-1 pr-4 pl-1 text-left text-13 tabular-nums -outline-offset-2",
        )}
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-1.5 font-medium">
            <span>
              {pair.base}
              <span className="font-normal text-ink-3">/{pair.quote}</span>{" "}
            </span>
            {pair.status !== "trading" && (
              <Badge severity="warn">
                {pair.status === "halted" ? i18n._("Halted") : i18n._("Cancel-only")}
              </Badge>
            )}
          </span>
          <span className="block text-12 text-ink-3">{volumeOf(pair, ticker)}</span>
        </span>
        <span className="text-right">{priceOf(pair, ticker.last)}</span>
        <span className="text-right">{ticker.last !== null && <Change value={ticker.change} />}</span>
      </button>
    </li>
  );
});
