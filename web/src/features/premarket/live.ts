import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { premarketKeys } from "@/api/keys";
import { throttled } from "@/lib/throttled";
import { type PremarketRow, subscribePremarket, subscribePremarkets } from "@/realtime/premarkets";
import { premarketQuery, premarketsQuery } from "./api";
import { keepPush, withUpdate } from "./latest-push";
import type { Premarket, PremarketStatus } from "./types";

const CANDLES_REFRESH_MS = 5_000;

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

/** Keeps one pre-market up to date. What is the client's own follows from private messages. */
export function useLivePremarket(symbol: string): void {
  const cache = useQueryClient();
  useEffect(() => {
    const { queryKey } = premarketQuery(symbol);
    const invalidate = (key: readonly string[]) => void cache.invalidateQueries({ queryKey: key });
    const refetchCandles = throttled(
      () => invalidate([...premarketKeys.candles, symbol]),
      CANDLES_REFRESH_MS,
    );
    return subscribePremarket(symbol, (update) => {
      keepPush(symbol, update);
      const known = cache.getQueryData(queryKey);
      if (!known) return;
      cache.setQueryData(queryKey, withUpdate(known, update));
      if (update.status !== known.status) invalidate(premarketKeys.all);
      else if (update.trades.length > 0) refetchCandles();
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
