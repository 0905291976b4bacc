import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { pairsQuery } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { TextInput } from "@/design/text-input";
import { takeTypedText } from "@/lib/key-handling";
import type { SortDirection } from "@/lib/sort-rows";
import { useTickers } from "@/realtime/tickers";
import { useFavourites } from "@/session/favourites";
import { quotesOf } from "./overview-model";
import { PairLine } from "./pair-line";
import { ALL_QUOTES, FAVOURITES, findPairs, type PairSort } from "./pair-model";
import { PairSortHeads } from "./pair-sort-heads";

type PairListProps = { current: string; onChoose: (symbol: string) => void };

/** All pairs, to search, sort and star. Arrow keys lead from the search into the list and through it. */
export function PairList({ current, onChoose }: PairListProps) {
  const pairs = useQuery(pairsQuery);
  const tickers = useTickers();
  const { favourites, toggle } = useFavourites();
  const [text, setText] = useState("");
  // What was typed before the field was there comes before what was typed into it.
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
        <TextInput
          autoFocus
          data-stop
          icon="search"
          size="small"
          type="search"
          aria-label={i18n._("Search pairs")}
          placeholder={i18n._("Search pairs")}
          value={text}
          onChange={(event) => setText(event.target.value)}
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
