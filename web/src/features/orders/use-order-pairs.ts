import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Pair, pairQuery, pairsQuery } from "@/api/pairs";

/** The pairs of a list of orders, by symbol; empty while loading. A page of one pair has it already. */
export function useOrderPairs(symbol: string | undefined): ReadonlyMap<string, Pair> {
  const known = useQuery({ ...pairQuery(symbol ?? ""), enabled: false }).data;
  const { data: all } = useQuery({ ...pairsQuery, enabled: known === undefined });
  return useMemo(() => {
    const pairs = known ? [known] : (all ?? []);
    return new Map(pairs.map((pair) => [pair.symbol, pair]));
  }, [known, all]);
}
