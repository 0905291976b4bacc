import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { assetsQuery } from "@/api/assets";
import { useIsSignedIn } from "@/session/session";
import type { Balances } from "./product-filter";

/** The available balances by coin; null for visitors, and while loading. */
export function useBalances(): Balances {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...assetsQuery, enabled: isSignedIn });
  return useMemo(
    () => (isSignedIn && data ? new Map(data.items.map((item) => [item.symbol, item.available])) : null),
    [isSignedIn, data],
  );
}
