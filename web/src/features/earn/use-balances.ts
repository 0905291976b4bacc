import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { assetsQuery } from "@/api/assets";
import { useCurrentClient } from "@/session/client";
import type { Balances } from "./product-filter";

/** The available balances by coin; null for visitors, and while loading. */
export function useBalances(): Balances {
  // After the client, or the first subscription would load them again.
  const hasClient = useCurrentClient() !== null;
  const { data } = useQuery({ ...assetsQuery, enabled: hasClient });
  return useMemo(
    () => (hasClient && data ? new Map(data.items.map((item) => [item.symbol, item.available])) : null),
    [hasClient, data],
  );
}
