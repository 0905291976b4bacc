import { api, unwrap } from "@/api/client";
import type { Coin } from "@/api/coins";
import type { components } from "@/api/generated/schema";
import type { MarketOverview } from "@/api/market-overview";

const PAUSE_MS = 5_000;

export type LedgerStatus = components["schemas"]["LedgerStatus"];

type Poll = {
  signal: AbortSignal;
  onOverview: (overview: MarketOverview) => void;
  onCoins: (coins: readonly Coin[]) => void;
  onLedgerStatus: (status: LedgerStatus) => void;
  onFailure: () => void;
};

/** Polls the market overview while the page is visible; continues after failures. */
export async function pollOverview(poll: Poll): Promise<void> {
  const { signal, onOverview, onFailure } = poll;
  void askOnce(poll);
  while (!signal.aborted) {
    if (!document.hidden) {
      await unwrap(api.GET("/v1/markets/overview", { signal })).then(
        onOverview,
        () => signal.aborted || onFailure(),
      );
    }
    await pause(signal, PAUSE_MS);
  }
}

/** Requests what does not change meanwhile; prices are shown without it. */
function askOnce({ signal, onCoins, onLedgerStatus }: Poll): Promise<unknown> {
  return Promise.allSettled([
    unwrap(api.GET("/v1/coins", { signal })).then(({ items }) => onCoins(items)),
    unwrap(api.GET("/v1/ledger-status", { signal })).then(onLedgerStatus),
  ]);
}

/** Waits for the next poll, or until the page becomes visible. */
export function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    document.addEventListener("visibilitychange", end);
    signal.addEventListener("abort", end);
    function end() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", end);
      signal.removeEventListener("abort", end);
      resolve();
    }
  });
}
