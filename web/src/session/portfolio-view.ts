import { persisted } from "@/lib/persisted";

export type ValueUnit = "USDT" | "BTC";
/** How the client's funds are shown, stored in this browser. */
export type PortfolioView = {
  /** Whether amounts are masked, for privacy. */
  isHidden: boolean;
  /** The unit of the total. */
  unit: ValueUnit;
};

export const PORTFOLIO_VIEW_KEY = "cw:portfolio-view";

export const usePortfolioView = persisted<PortfolioView>(PORTFOLIO_VIEW_KEY, parseView, "browser");

export function changePortfolioView(change: Partial<PortfolioView>): void {
  usePortfolioView.setState(change);
}

function parseView(stored: unknown): PortfolioView {
  const { isHidden, unit } = Object(stored);
  return { isHidden: isHidden === true, unit: unit === "BTC" ? "BTC" : "USDT" };
}
