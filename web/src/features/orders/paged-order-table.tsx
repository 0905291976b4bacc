import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "@/design/empty-state";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { hasFilter } from "./api";
import { OrderTable } from "./order-table";

export interface HistoryTableProps<Filter> {
  /** Only rows of this pair; a list of all pairs has a column for it. */
  symbol?: string | undefined;
  filter?: Filter | undefined;
  /** The action of the empty state. */
  emptyAction?: ReactNode;
}

/** The filter of the query, with the pair. */
export function filterOf<Filter extends object>({ filter, symbol }: HistoryTableProps<Filter>): Filter {
  return { ...filter, ...(symbol === undefined ? {} : { symbol }) } as Filter;
}

interface PagedOrderTableProps<Row> extends HistoryTableProps<Parameters<typeof hasFilter>[0]> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>;
  columnsOf: (hasPair: boolean) => TableColumn<Row>[];
  caption: string;
  rowKey: (row: Row) => string;
  empty: ReactNode;
  /** The title of the empty state when a filter is set. */
  noMatches: string;
}

/** Orders or trades, page by page. */
export function PagedOrderTable<Row>(props: PagedOrderTableProps<Row>) {
  const { query, symbol, filter = {}, columnsOf, caption, rowKey, empty, noMatches } = props;
  const hasPair = symbol === undefined;
  const columns = useMemo(() => columnsOf(hasPair), [columnsOf, hasPair]);
  return (
    <PagedList
      query={query}
      empty={hasFilter(filter, hasPair) ? <EmptyState icon="search" title={noMatches} /> : empty}
      skeleton={<Skeleton shape="table" rows={6} columns={6} />}
    >
      {(rows) => <OrderTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />}
    </PagedList>
  );
}
