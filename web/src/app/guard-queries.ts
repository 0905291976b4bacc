import { partialMatchKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { lastPushSeq, patchQuery } from "@/api/sync";

/**
 * Merges into every response loaded under the key the updates that were pushed since its request began:
 * `merge` gets the response and the sequence number of the last push before. Returns a function that stops
 * it.
 */
export function guardQueries<Data>(
  cache: QueryClient,
  guarded: QueryKey,
  merge: (loaded: Data, since: number, queryKey: QueryKey) => Data,
): () => void {
  const begunAt = new WeakMap<Query, number>();
  return cache.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || !partialMatchKey(event.query.queryKey, guarded)) return;
    const { query, action } = event;
    if (action.type === "fetch") begunAt.set(query, lastPushSeq());
    if (action.type !== "success" || action.manual) return;
    const since = begunAt.get(query) ?? 0;
    patchQuery<Data>(query, (loaded, queryKey) => merge(loaded, since, queryKey));
  });
}
