import { i18n } from "@lingui/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { useCoins } from "@/api/coins";
import { useFavourites } from "@/session/favourites";
import type { Market, MarketsFilter, SortKey } from "./overview-model";
import { MARKET_ROW_HEIGHT, MarketTableRow } from "./overview-row";
import { MarketTableHead } from "./overview-table-head";

type MarketTableProps = {
  markets: readonly Market[];
  filter: Pick<MarketsFilter, "sort" | "direction">;
  onSort: (key: SortKey) => void;
};

const OVERSCAN = 16;
const HEAD_HEIGHT = 40;

/** The filtered pairs, virtualised. */
export function MarketTable({ markets, filter, onSort }: MarketTableProps) {
  const { favourites, toggle } = useFavourites();
  const coins = useCoins();
  const table = useRef<HTMLTableElement>(null);
  const virtual = useWindowVirtualizer({
    count: markets.length,
    estimateSize: () => MARKET_ROW_HEIGHT,
    getItemKey: (index) => markets[index]?.pair.symbol ?? index,
    overscan: OVERSCAN,
    scrollMargin: useTopOf(table) + HEAD_HEIGHT,
  });
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? 0) - virtual.options.scrollMargin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin);

  return (
    <table
      ref={table}
      aria-rowcount={markets.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-deep"
    >
      <caption className="sr-only">{i18n._("Pairs")}</caption>
      <MarketTableHead filter={filter} onSort={onSort} />
      <Spacer height={before} />
      <tbody>
        {shown.map(({ index }) => {
          const market = markets[index];
          if (!market) return null;
          const { symbol, base } = market.pair;
          return (
            <MarketTableRow
              key={symbol}
              index={index}
              pair={market.pair}
              ticker={market.ticker}
              sparkline={market.sparkline}
              icon={coins.get(base)?.icon ?? null}
              isFavourite={favourites.has(symbol)}
              onToggleFavourite={toggle}
            />
          );
        })}
      </tbody>
      <Spacer height={after} />
    </table>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  );
}

/** The offset of an element in the document, which changes when content above grows. */
function useTopOf(element: { current: Element | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    function measure() {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    }
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return top;
}
