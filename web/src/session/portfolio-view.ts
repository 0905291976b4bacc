import { useSyncExternalStore } from "react";

export type ValueUnit = "USDT" | "BTC";
/** How somebody looks at their own funds, in this browser. */
export type PortfolioView = {
  /** Whether amounts are covered, against whoever looks over one's shoulder. */
  isHidden: boolean;
  /** What the total is told in. */
  unit: ValueUnit;
};

export const PORTFOLIO_VIEW_KEY = "cw:portfolio-view";

const listeners = new Set<() => void>();
let view = readKept();

export function usePortfolioView(): PortfolioView {
  return useSyncExternalStore(subscribe, () => view);
}

export function changePortfolioView(change: Partial<PortfolioView>): void {
  view = { ...view, ...change };
  try {
    localStorage.setItem(PORTFOLIO_VIEW_KEY, JSON.stringify(view));
  } catch {
    // Without storage the choice lasts as long as the document.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

function followOtherTab({ key }: StorageEvent): void {
  if (key !== PORTFOLIO_VIEW_KEY) return;
  view = readKept();
  for (const listener of listeners) listener();
}

function readKept(): PortfolioView {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PORTFOLIO_VIEW_KEY) ?? "{}");
    const { isHidden, unit } = Object(kept) as Record<string, unknown>;
    return { isHidden: isHidden === true, unit: unit === "BTC" ? "BTC" : "USDT" };
  } catch {
    return { isHidden: false, unit: "USDT" };
  }
}
