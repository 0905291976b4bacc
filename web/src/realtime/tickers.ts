import { useSyncExternalStore } from "react";
import type { Ticker } from "@/api/pairs";
import { subscribe } from "./connection";
import { LiveStore, storesByName } from "./live-store";

const NO_TICKERS: ReadonlyMap<string, Ticker> = new Map();

const allTickers = new LiveStore<ReadonlyMap<string, Ticker>>(NO_TICKERS, (change) => {
  const tickers = new Map<string, Ticker>();
  return subscribe("ticker:all", (message) => {
    const ticker = message as Ticker;
    tickers.set(ticker.symbol, ticker);
    change(() => new Map(tickers));
  });
});

const storeOf = storesByName<Ticker | undefined>(
  (symbol) =>
    new LiveStore<Ticker | undefined>(undefined, (change) =>
      subscribe(`ticker:${symbol}`, (message) => change(() => message as Ticker)),
    ),
);

/** The tickers of all pairs by symbol; empty until the first ones have come. */
export function useTickers(): ReadonlyMap<string, Ticker> {
  return useSyncExternalStore(allTickers.subscribe, allTickers.read);
}

export function useTicker(symbol: string): Ticker | undefined {
  const store = storeOf(symbol);
  return useSyncExternalStore(store.subscribe, store.read);
}
