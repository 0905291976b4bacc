import { useSyncExternalStore } from "react";
import type { Ticker } from "@/api/pairs";
import { LiveStore, storesByName } from "./live-store";
import { subscribeTo } from "./messages";

// Each message is complete, so a dropped one is replaced by the next.
const SHAPES = {
  ticker: {
    symbol: "string",
    change: "string",
    volume: "string",
    quote_volume: "string",
    ts_ms: "number",
  },
} as const;

const NO_TICKERS: ReadonlyMap<string, Ticker> = new Map();

const allTickers = new LiveStore<ReadonlyMap<string, Ticker>>(NO_TICKERS, (change) => {
  const tickers = new Map<string, Ticker>();
  return subscribeTo("ticker:all", SHAPES, (ticker) => {
    tickers.set(ticker.symbol, ticker);
    change(() => new Map(tickers));
  });
});

const storeOf = storesByName<Ticker | undefined>(
  (symbol) =>
    new LiveStore<Ticker | undefined>(undefined, (change) =>
      subscribeTo(`ticker:${symbol}`, SHAPES, (ticker) => change(() => ticker)),
    ),
);

/** The tickers of all pairs by symbol; empty until the first message. */
export function useTickers(): ReadonlyMap<string, Ticker> {
  return useSyncExternalStore(allTickers.subscribe, allTickers.read);
}

const noTicker = new LiveStore<Ticker | undefined>(undefined, () => () => undefined);

/** The latest ticker of a pair, if there is one to follow. */
export function useTicker(symbol: string | undefined): Ticker | undefined {
  const store = symbol === undefined ? noTicker : storeOf(symbol);
  return useSyncExternalStore(store.subscribe, store.read);
}
