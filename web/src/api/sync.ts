import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const MAX_RECENT = 2_000;

// Counts pushed updates: the response of a load that started at a lower number may lack later ones.
let lastSeq = 0;

/** The sequence number of the last push. */
export function lastPushSeq(): number {
  return lastSeq;
}

/** The latest pushed rows, to merge into responses of loads that started before the push. */
export class RecentUpdates<Id, Row> {
  private readonly updates = new Map<Id, { row: Row; seq: number }>();

  get(id: Id): Row | undefined {
    return this.updates.get(id)?.row;
  }

  set(id: Id, row: Row): void {
    this.updates.delete(id);
    this.updates.set(id, { row, seq: ++lastSeq });
    const [oldest] = this.updates.keys();
    if (this.updates.size > MAX_RECENT && oldest !== undefined) this.updates.delete(oldest);
  }

  delete(id: Id): void {
    this.updates.delete(id);
  }

  /** The rows pushed after this sequence number, oldest first. */
  since(seq: number): Row[] {
    return [...this.updates.values()].filter((update) => update.seq > seq).map(({ row }) => row);
  }
}

/** Patches every cached query under the key. */
export function patchQueries<Data>(
  cache: QueryClient,
  queryKey: QueryKey,
  patch: (known: Data, queryKey: QueryKey) => Data,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) patchQuery(query, patch);
}

/** Patches a cached query; unlike a load, it leaves an invalidated query invalidated. */
export function patchQuery<Data>(query: Query, patch: (known: Data, queryKey: QueryKey) => Data): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined) return;
  const next = patch(data as Data, query.queryKey);
  if (next === data) return;
  query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
}
