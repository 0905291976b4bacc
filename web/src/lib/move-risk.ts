import { compare } from "./decimal";

/**
 * "fills": the order would fill immediately; "stale": it may, for all that is known; "unsure": the client has to
 * confirm; "sure": nothing is asked.
 */
export type MoveRisk = "fills" | "stale" | "unsure" | "sure";

type Market = { bid?: string; ask?: string; isStale: boolean; isOneClick: boolean };

/** What has to be asked before an order is moved to a price: a slip of the pointer must not trade. */
export function moveRisk(side: "buy" | "sell", price: string, market: Market): MoveRisk {
  const { bid, ask, isStale, isOneClick } = market;
  const opposite = side === "buy" ? ask : bid;
  const order = opposite === undefined ? 0 : compare(price, opposite);
  if (opposite !== undefined && (side === "buy" ? order >= 0 : order <= 0)) return "fills";
  if (isStale) return "stale";
  return isOneClick ? "sure" : "unsure";
}
