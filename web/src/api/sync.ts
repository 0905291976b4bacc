import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const MAX_RECENT = 2_000;

// Numbers whatever is pushed: a load that began at a lower number may be answered without the later pushes.
let lastSeq = 0;

/** The number of the last push. */
export function lastPushSeq(): number {
  return lastSeq;
}

/** Rows as they were last pushed, for loads that began before and would put older ones in their place. */
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

  /** What was pushed after this number, oldest first. */
  since(seq: number): Row[] {
    return [...this.updates.values()].filter((update) => update.seq > seq).map(({ row }) => row);
  }
}

/** Changes everything that is cached under the key, as a push does. */
export function patchQueries<Data>(
  cache: QueryClient,
  queryKey: QueryKey,
  patch: (known: Data, queryKey: QueryKey) => Data,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) patchQuery(query, patch);
}

/** A patch is no load: what had to be loaded anew still has to be. */
export function patchQuery<Data>(query: Query, patch: (known: Data, queryKey: QueryKey) => Data): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined) return;
  const next = patch(data as Data, query.queryKey);
  if (next === data) return;
  query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
}
