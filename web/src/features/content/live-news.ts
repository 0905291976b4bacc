import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { subscribeTo } from "@/realtime/messages";
import { newsKey } from "./news-api";

// The channel also carries the states of pairs.
const SHAPES = { news: {}, pair: { symbol: "string", status: "string" } } as const;

const SPREAD_MS = 3_000;

/** Refreshes the shown news when the site's news change. */
export function useLiveNews(): void {
  const cache = useQueryClient();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribeTo("site", SHAPES, ({ type }) => {
      if (type !== "news") return;
      clearTimeout(timer);
      // All readers learn of it at the same time; they load it at different times.
      timer = setTimeout(
        () => void cache.invalidateQueries({ queryKey: newsKey }),
        Math.random() * SPREAD_MS,
      );
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [cache]);
}
