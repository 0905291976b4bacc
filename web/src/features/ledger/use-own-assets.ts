import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { assetsQuery } from "@/api/assets";
import { isZero } from "@/lib/decimal";
import { useTickers } from "@/realtime/tickers";
import { valueAssets } from "./valuation";

/** The client's assets valued at current prices; without empty ones. */
export function useOwnAssets() {
  const { data, isError, isFetching, refetch } = useQuery(assetsQuery);
  const tickers = useTickers();
  const valued = useMemo(() => {
    if (!data) return undefined;
    const items = data.items.filter(({ total }) => !isZero(total));
    return valueAssets({ ...data, items }, tickers);
  }, [data, tickers]);
  return { data: valued, isError, isFetching, refetch };
}

export type OwnAssetsQuery = ReturnType<typeof useOwnAssets>;
