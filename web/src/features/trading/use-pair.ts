import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Pair, pairQuery, pairsQuery } from "@/api/pairs";
import { ProblemError } from "@/api/problem-error";
import { subscribe } from "@/realtime/connection";

type SiteMessage = { type: string; symbol: string; status: Pair["status"] };

/** A pair, with its state as staff change it. A name that no pair has goes to the error page. */
export function usePair(symbol: string) {
  const cache = useQueryClient();
  const pair = useQuery({ ...pairQuery(symbol), throwOnError: isUnknown });

  useEffect(
    () =>
      subscribe("site", (message) => {
        const { type, symbol: changed, status } = message as SiteMessage;
        if (type !== "pair") return;
        cache.setQueryData(pairQuery(changed).queryKey, (known) => known && { ...known, status });
        // Its rules may have changed with it, and a new one is in no list yet.
        void cache.invalidateQueries({ queryKey: pairsQuery.queryKey });
      }),
    [cache],
  );
  return pair;
}

function isUnknown(error: Error): boolean {
  return error instanceof ProblemError && error.status === 404;
}
