import { useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import type { PublicTrade } from "@/api/pairs";
import { connectionState, onConnectionState } from "./connection";
import { LiveStore, storesByName } from "./live-store";
import { subscribeTo } from "./messages";

const SHAPES = { trades: { items: "array" } } as const;
const SHOWN_TRADES = 50;
// What is loaded before the channel is subscribed must be loaded again, so a new connection is waited for.
const CONNECTING_MS = 1_000;
const NO_TRADES: readonly PublicTrade[] = [];

const storeOf = storesByName<readonly PublicTrade[]>(
  (symbol) => new LiveStore(NO_TRADES, (change) => subscribeTape(symbol, change)),
);

/** The newest trades of a pair, newest first. */
export function useTape(symbol: string): readonly PublicTrade[] {
  const store = storeOf(symbol);
  return useSyncExternalStore(store.subscribe, store.read);
}

function subscribeTape(symbol: string, change: (next: () => readonly PublicTrade[]) => void): () => void {
  const aborter = new AbortController();
  let trades: readonly PublicTrade[] = NO_TRADES;

  function add(items: readonly PublicTrade[]): void {
    trades = merge(trades, items);
    change(() => trades);
  }

  // The channel sends only new trades; earlier and missed ones are fetched.
  async function load(): Promise<void> {
    const { signal } = aborter;
    const params = { path: { symbol }, query: { limit: SHOWN_TRADES } };
    try {
      const { items } = await unwrap(api.GET("/v1/pairs/{symbol}/trades", { params, signal }));
      if (!signal.aborted) add(items);
    } catch {
      // Later trades or the next reconnect fill the list.
    }
  }

  let isResyncing = false;

  async function resync(): Promise<void> {
    if (isResyncing) return;
    isResyncing = true;
    await load();
    isResyncing = false;
  }

  const stopChannel = subscribeTo(`trades:${symbol}`, SHAPES, ({ items }) => add(items), resync);
  const stopState = onConnectionState(() => {
    if (connectionState() !== "live") return;
    clearTimeout(connecting);
    void load();
  });
  const connecting = setTimeout(load, connectionState() === "connecting" ? CONNECTING_MS : 0);
  return () => {
    clearTimeout(connecting);
    aborter.abort();
    stopChannel();
    stopState();
  };
}

/** Merges both lists without duplicates, newest first: ids of trades only grow. */
function merge(known: readonly PublicTrade[], added: readonly PublicTrade[]): readonly PublicTrade[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !ids.has(id));
  return [...fresh, ...known].sort((one, other) => other.id - one.id).slice(0, SHOWN_TRADES);
}
