import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { type Pair, pairsQuery, type Ticker } from "@/api/pairs";
import { Change } from "@/design/change";
import { EmptyState } from "@/design/empty-state";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { QueryView } from "@/design/query-view";
import { SearchInput } from "@/design/search-input";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { takeTypedText } from "@/lib/key-handling";
import { priceOf, volumeOf } from "@/lib/pair-figures";
import type { SortDirection } from "@/lib/sort-rows";
import { useTickers } from "@/realtime/tickers";
import { useFavourites } from "@/session/favourites";
import { AlertsButton } from "./alerts-button";
import { FavouriteButton } from "./favourite-button";
import { quotesOf } from "./overview-model";
import { ALL_QUOTES, FAVOURITES, findPairs, type PairSort } from "./pair-model";

type PairLineProps = {
  pair: Pair;
  ticker: Ticker;
  isCurrent: boolean;
  isFavourite: boolean;
  onToggle: (symbol: string) => void;
  onChoose: (symbol: string) => void;
  onAlerts: ((symbol: string) => void) | undefined;
};

/** The price column fits its content: a truncated price would be wrong. */
const PAIR_COLUMNS = "grid grid-cols-[minmax(0,1fr)_auto_5rem] items-center gap-2";

const PairLine = memo(function PairLine(props: PairLineProps) {
  const { pair, ticker, isCurrent, isFavourite, onToggle, onChoose, onAlerts } = props;
  return (
    <li className={classNames("flex items-center ps-2 hover:bg-shelf", isCurrent && "bg-shelf")}>
      <FavouriteButton symbol={pair.symbol} isFavourite={isFavourite} onToggle={onToggle} />
      <button
        type="button"
        data-stop
        aria-current={isCurrent}
        onClick={() => onChoose(pair.symbol)}
        className={classNames(
          PAIR_COLUMNS,
          "min-h-12 min-w-0 grow py-1 pe-4 ps-1 text-start text-13 tabular-nums -outline-offset-2",
        )}
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-1.5 font-medium">
            <span>
              {pair.base}
              <span className="font-normal text-ink-3">/{pair.quote}</span>{" "}
            </span>
            {pair.status !== "trading" && <PairStatusBadge status={pair.status} />}
          </span>
          <span className="block text-12 text-ink-3">{volumeOf(pair, ticker)}</span>
        </span>
        <span className="text-end">{priceOf(pair, ticker.last)}</span>
        <span className="text-end">{ticker.last !== null && <Change value={ticker.change} />}</span>
      </button>
      {onAlerts && (
        <span className="shrink-0 pe-2">
          <AlertsButton symbol={pair.symbol} onAlerts={onAlerts} />
        </span>
      )}
    </li>
  );
});

type PairListProps = {
  current: string;
  onChoose: (symbol: string) => void;
  onAlerts?: ((symbol: string) => void) | undefined;
};

/**
 * All pairs, with search, sorting and favourites. Arrow keys move from the search into the list and through
 * it.
 */
export function PairList({ current, onChoose, onAlerts }: PairListProps) {
  const pairs = useQuery(pairsQuery);
  const tickers = useTickers();
  const { favourites, toggle } = useFavourites();
  const [text, setText] = useState("");
  // Text that was typed before the field was mounted is prepended.
  useEffect(() => {
    const typed = takeTypedText();
    setText((known) => typed + known);
  }, []);
  const [group, setGroup] = useState(ALL_QUOTES);
  const [sort, setSort] = useState<{ by: PairSort; direction: SortDirection }>({
    by: "volume",
    direction: "descending",
  });
  const box = useRef<HTMLElement>(null);
  const found = useMemo(
    () => findPairs(pairs.data ?? [], { text, group, ...sort }, { tickers, favourites }),
    [pairs.data, tickers, favourites, text, group, sort],
  );
  const groups = [
    { value: FAVOURITES, label: i18n._("Favorites") },
    { value: ALL_QUOTES, label: i18n._("All") },
    ...quotesOf(pairs.data ?? []).map((quote) => ({ value: quote, label: quote })),
  ];

  function move(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
    const place = stops.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isSearching = place === 0;
    if (event.key === "Enter" && isSearching && found[0]) onChoose(found[0].pair.symbol);
    if (step === undefined || place < 0) return;
    event.preventDefault();
    stops[Math.min(Math.max(place + step, 0), stops.length - 1)]?.focus();
  }

  return (
    <search ref={box} onKeyDown={move} className="flex min-h-0 grow flex-col">
      <div className="flex flex-col gap-3 p-3">
        <SearchInput
          autoFocus
          data-stop
          aria-label={i18n._("Search pairs")}
          value={text}
          onValueChange={setText}
        />
        <Segments
          label={i18n._("Filter pairs")}
          options={groups}
          value={group}
          onChange={setGroup}
          className="max-w-full self-start overflow-x-auto"
        />
      </div>
      <QueryView query={pairs} skeleton={<Skeleton shape="table" rows={8} columns={3} />}>
        {() => (
          <>
            <PairSortHeads sort={sort} onSort={setSort} />
            {found.length === 0 && <NothingFound group={group} />}
            <ul className="min-h-0 grow overflow-y-auto overscroll-contain pb-2">
              {found.map(({ pair, ticker }) => (
                <PairLine
                  key={pair.symbol}
                  pair={pair}
                  ticker={ticker}
                  isCurrent={pair.symbol === current}
                  isFavourite={favourites.has(pair.symbol)}
                  onToggle={toggle}
                  onChoose={onChoose}
                  onAlerts={onAlerts}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </search>
  );
}

function NothingFound({ group }: { group: string }) {
  return group === FAVOURITES ? (
    <EmptyState icon="star" title={i18n._("No favorites yet")}>
      {i18n._("Select the star next to a pair to add it here.")}
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={i18n._("No pairs match these filters")} />
  );
}

type Sort = { by: PairSort; direction: SortDirection };
type PairSortHeadsProps = { sort: Sort; onSort: (sort: Sort) => void };

function PairSortHeads({ sort, onSort }: PairSortHeadsProps) {
  function press(by: PairSort) {
    if (sort.by !== by) onSort({ by, direction: by === "symbol" ? "ascending" : "descending" });
    else onSort({ by, direction: sort.direction === "ascending" ? "descending" : "ascending" });
  }

  const head = (by: PairSort, label: string) => (
    <button
      type="button"
      aria-pressed={sort.by === by}
      onClick={() => press(by)}
      className="min-h-7 whitespace-nowrap hover:text-ink aria-pressed:text-ink"
    >
      {label}
      <span aria-hidden="true">{sort.by === by && (sort.direction === "ascending" ? " ↑" : " ↓")}</span>
    </button>
  );
  return (
    <div
      className={classNames(
        PAIR_COLUMNS,
        "shrink-0 border-line border-b pe-4 ps-11 text-12 text-ink-3 *:text-end",
      )}
    >
      <span className="flex gap-3">
        {head("symbol", i18n._("Pair"))}
        {head("volume", i18n._("Volume"))}
      </span>
      {head("price", i18n._("Price"))}
      {head("change", i18n._("24h change"))}
    </div>
  );
}
