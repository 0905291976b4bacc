import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { premarketKeys } from "@/api/keys";
import { throttled } from "@/lib/throttled";
import {
  type PremarketRow,
  type PremarketUpdate,
  subscribePremarket,
  subscribePremarkets,
} from "@/realtime/premarkets";
import { premarketQuery, premarketsQuery } from "./api";
import type { Premarket, PremarketDetail, PremarketStatus, PremarketTrade } from "./types";

const MAX_TRADES = 50;
const OWN_REFRESH_MS = 1_000;

/** Keeps the list up to date from pushed rows. */
export function useLivePremarkets(): void {
  const cache = useQueryClient();
  useEffect(
    () =>
      subscribePremarkets((rows) => {
        cache.setQueryData(premarketsQuery.queryKey, (known) => known && withRows(known, rows));
      }),
    [cache],
  );
}

/** Keeps one pre-market up to date. With a trade, orders and contracts of the client may have changed, too. */
export function useLivePremarket(symbol: string): void {
  const cache = useQueryClient();
  useEffect(() => {
    const { queryKey } = premarketQuery(symbol);
    const refetch = throttled(
      () => void cache.invalidateQueries({ queryKey: premarketKeys.all }),
      OWN_REFRESH_MS,
    );
    return subscribePremarket(symbol, (update) => {
      const known = cache.getQueryData(queryKey);
      if (!known) return;
      cache.setQueryData(queryKey, withUpdate(known, update));
      if (update.trades.length > 0 || update.status !== known.status) refetch();
    });
  }, [cache, symbol]);
}

function withRows<Known extends { items: Premarket[] }>(known: Known, rows: readonly PremarketRow[]): Known {
  const changed = new Map(rows.map((row) => [row.symbol, row]));
  const items = known.items.map((item) => {
    const row = changed.get(item.symbol);
    if (!row) return item;
    const { last_price, best_bid, best_ask } = row;
    return { ...item, status: row.status as PremarketStatus, last_price, best_bid, best_ask };
  });
  return { ...known, items };
}

function withUpdate(known: PremarketDetail, update: PremarketUpdate): PremarketDetail {
  const { book } = update;
  return {
    ...known,
    status: update.status as PremarketStatus,
    last_price: update.last_price,
    best_bid: book.bids[0]?.[0] ?? null,
    best_ask: book.asks[0]?.[0] ?? null,
    book,
    trades: mergeTrades(known.trades, update.trades),
  };
}

function mergeTrades(known: readonly PremarketTrade[], added: PremarketUpdate["trades"]): PremarketTrade[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !ids.has(id));
  return [...fresh, ...known].sort((one, other) => other.id - one.id).slice(0, MAX_TRADES);
}
