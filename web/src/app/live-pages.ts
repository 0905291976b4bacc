import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { patchQueries, RecentUpdates } from "@/api/sync";
import { guardQueries } from "./guard-queries";

type Row = { id: number; created_at: number; role?: string };
type Search = { from?: number; to?: number; [field: string]: unknown };
type Pages<Item> = InfiniteData<{ items: Item[]; next_cursor: string | null }>;

/**
 * Infinite lists, newest first, into which pushed rows are merged. Invalidating them would refetch every
 * loaded page.
 */
export class LivePages<Item extends Row, Filter> {
  private readonly recent = new RecentUpdates<string, Item>();

  /** The last part of a list's key is its filter; `searchOf` converts it to query parameters of the API. */
  constructor(
    readonly queryKey: QueryKey,
    private readonly searchOf: (filter: Filter) => Search,
  ) {}

  push(cache: QueryClient, row: Item): void {
    this.recent.set(`${row.id} ${row.role}`, row);
    patchQueries<Pages<Item>>(cache, this.queryKey, (known, queryKey) => this.merge(known, [row], queryKey));
  }

  guard(cache: QueryClient): () => void {
    return guardQueries<Pages<Item>>(cache, this.queryKey, (loaded, since, queryKey) =>
      this.merge(loaded, this.recent.since(since), queryKey),
    );
  }

  private merge(known: Pages<Item>, rows: readonly Item[], queryKey: QueryKey): Pages<Item> {
    const search = this.searchOf(queryKey.at(-1) as Filter);
    return rows.filter((row) => matches(row, search)).reduce(withRow, known);
  }
}

/** Whether the server would list the row: the dates limit its creation, all other fields must be equal. */
function matches(row: Row, { from = 0, to = Number.POSITIVE_INFINITY, ...exact }: Search): boolean {
  const fields: Record<string, unknown> = row;
  return (
    row.created_at >= from &&
    row.created_at < to &&
    Object.entries(exact).every(([name, value]) => fields[name] === value)
  );
}

/** Inserts a row in order; one older than all loaded rows is left to its page. */
function withRow<Item extends Row>(known: Pages<Item>, row: Item): Pages<Item> {
  const index = known.pages.findIndex(
    ({ items, next_cursor }) => next_cursor === null || items.some((item) => isBefore(row, item)),
  );
  const page = known.pages[index];
  if (!page) return known;
  const { items } = page;
  const place = items.findIndex((item) => isBefore(row, item));
  const isKnown = place >= 0 && items[place]?.id === row.id && items[place]?.role === row.role;
  const next = items.toSpliced(place < 0 ? items.length : place, isKnown ? 1 : 0, row);
  return { ...known, pages: known.pages.with(index, { ...page, items: next }) };
}

/** Newest first; of a self-trade, the taker's side first. A row also sorts before its older copy. */
function isBefore(row: Row, other: Row): boolean {
  return row.id > other.id || (row.id === other.id && (row.role ?? "") >= (other.role ?? ""));
}
