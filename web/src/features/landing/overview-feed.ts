import { useSyncExternalStore } from "react";
import { createStore } from "zustand";
import type { MarketOverview } from "@/api/market-overview";
import { whenIdle } from "@/lib/when-idle";
import type { LedgerStatus } from "./overview-poll";

export type OverviewFeed = {
  /** Null until loaded. */
  overview: MarketOverview | null;
  /** Whether the last request failed. */
  hasFailed: boolean;
  /** Icon urls by coin. */
  icons: ReadonlyMap<string, string>;
  /** The last ledger check; null until loaded. */
  ledger: LedgerStatus | null;
  /** The components that render it; loaded before the first overview. */
  parts: LiveParts | null;
};

type LiveParts = typeof import("./live-parts").LIVE_PARTS;

const NOTHING: OverviewFeed = {
  overview: null,
  hasFailed: false,
  icons: new Map(),
  ledger: null,
  parts: null,
};

const feed = createStore(() => NOTHING);
const show = feed.setState;
let viewerCount = 0;
let stop: (() => void) | null = null;

/**
 * The market overview for the landing page. Loaded when the browser is idle, without the query cache and the
 * socket of the other pages.
 */
export function useOverviewFeed(): OverviewFeed {
  return useSyncExternalStore(subscribe, feed.getState, feed.getInitialState);
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = feed.subscribe(listener);
  viewerCount += 1;
  stop ??= begin();
  return () => {
    unsubscribe();
    viewerCount -= 1;
    if (viewerCount > 0) return;
    stop?.();
    stop = null;
    show(NOTHING);
  };
}

function begin(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = whenIdle(() => void poll(signal));
  return () => {
    cancel();
    controller.abort();
  };
}

async function poll(signal: AbortSignal): Promise<void> {
  const onFailure = () => void show({ hasFailed: true });
  const parts = (await import("./live-parts").catch(onFailure))?.LIVE_PARTS;
  if (!parts) return;
  show({ parts });
  await parts.pollOverview({
    signal,
    onOverview: (overview) => show({ overview, hasFailed: false }),
    onCoins: (coins) =>
      show({ icons: new Map(coins.flatMap(({ symbol, icon }) => (icon ? [[symbol, icon]] : []))) }),
    onLedgerStatus: (ledger) => show({ ledger }),
    onFailure,
  });
}
