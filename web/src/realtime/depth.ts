import { useMemo, useSyncExternalStore } from "react";
import { backoffMs } from "@/lib/backoff";
import { connectionState, onConnectionState, requestSnapshot } from "./connection";
import { DepthBook, type Level } from "./depth-book";
import { LiveStore, storesByName } from "./live-store";
import { type Message, subscribeTo } from "./messages";

export type { Level } from "./depth-book";
export type DepthView = {
  /** Stale: the last verified levels, until a new snapshot arrives. */
  status: "loading" | "live" | "stale";
  /** Best first. */
  bids: readonly Level[];
  asks: readonly Level[];
};

// Exponential backoff for a book whose checksum fails repeatedly.
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;

const SHAPES = {
  snapshot: { seq: "number", bids: "array", asks: "array" },
  update: { first_seq: "number", last_seq: "number", bids: "array", asks: "array", checksum: "number" },
} as const;

const LOADING: DepthView = { status: "loading", bids: [], asks: [] };

const storeOf = storesByName<DepthView>((symbol) => {
  const channel = `depth:${symbol}`;
  return new LiveStore(LOADING, (change) => subscribeDepth(channel, change));
});

/** The order book of a pair, verified by sequence numbers and checksums; a wrong copy is marked stale and resynced. */
export function useDepth(symbol: string): DepthView {
  const store = storeOf(symbol);
  return useSyncExternalStore(store.subscribe, store.read);
}

export type BestPrices = { bid?: string; ask?: string; isStale: boolean };

/** The best bid and ask; renders only when they change. */
export function useBestPrices(symbol: string): BestPrices {
  const store = storeOf(symbol);
  const view = (): string => JSON.stringify(bestOf(store.read()));
  const best = useSyncExternalStore(store.subscribe, view);
  return useMemo(() => JSON.parse(best) as BestPrices, [best]);
}

/** The best prices now, without following them; stale while nothing follows the book. */
export function readBestPrices(symbol: string): BestPrices {
  const view = storeOf(symbol).read();
  return { ...bestOf(view), isStale: view.status !== "live" };
}

function bestOf({ status, bids, asks }: DepthView): BestPrices {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return { ...(bid && { bid }), ...(ask && { ask }), isStale: status === "stale" };
}

function subscribeDepth(channel: string, change: (next: () => DepthView) => void): () => void {
  const book = new DepthBook();
  let shown: DepthView = LOADING;
  // After a missed update only a snapshot can be trusted.
  let needsSnapshot = true;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function view(): DepthView {
    if (needsSnapshot) shown = shown.status === "loading" ? LOADING : { ...shown, status: "stale" };
    else shown = { status: "live", bids: [...book.bids], asks: [...book.asks] };
    return shown;
  }

  function markStale(): void {
    if (needsSnapshot) return;
    needsSnapshot = true;
    change(view);
  }

  function receive(message: Message<"snapshot" | "update">): void {
    if (message.type === "snapshot") {
      book.replace(message);
      needsSnapshot = false;
      clearTimeout(retry);
      retry = undefined;
    } else {
      if (needsSnapshot) return;
      if (!book.update(message)) {
        resync();
        return;
      }
      failures = 0;
    }
    change(view);
  }

  function resync(): void {
    markStale();
    if (retry !== undefined) return;
    const pause = failures === 0 ? 0 : backoffMs(failures, MIN_BACKOFF_MS, MAX_BACKOFF_MS);
    failures++;
    retry = setTimeout(() => {
      retry = undefined;
      requestSnapshot(channel);
    }, pause);
  }

  const stopChannel = subscribeTo(channel, SHAPES, receive, resync);
  const stopState = onConnectionState(() => {
    if (connectionState() !== "live") markStale();
  });
  return () => {
    clearTimeout(retry);
    stopChannel();
    stopState();
  };
}
