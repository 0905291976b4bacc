import type { EarnProduct } from "./api";

const RANKS: Record<EarnProduct["level"], number> = { starter: 1, advanced: 2 };

/** The rank of the level that a product requires. */
export function requiredRank({ level }: Pick<EarnProduct, "level">): number {
  return RANKS[level];
}
