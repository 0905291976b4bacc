import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { pairQuery, pairsQuery } from "@/api/pairs";
import { ProblemError } from "@/api/problem-error";
import { subscribeTo } from "@/realtime/messages";

const SHAPES = { pair: { symbol: "string", status: "string" }, news: {} } as const;

/** A pair with its live state. An unknown symbol shows the error page. */
export function usePair(symbol: string) {
  const cache = useQueryClient();
  const pair = useQuery({ ...pairQuery(symbol), throwOnError: isUnknown });

  useEffect(() => {
    const reload = () => void cache.invalidateQueries({ queryKey: pairsQuery.queryKey });
    return subscribeTo(
      "site",
      SHAPES,
      (message) => {
        if (message.type !== "pair") return;
        const { symbol: changed, status } = message;
        cache.setQueryData(pairQuery(changed).queryKey, (known) => known && { ...known, status });
        // Its rules may have changed, too, and a new pair is in no list yet.
        reload();
      },
      reload,
    );
  }, [cache]);
  return pair;
}

function isUnknown(error: Error): boolean {
  return error instanceof ProblemError && error.status === 404;
}
