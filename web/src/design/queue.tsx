import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { PagedList } from "./paged-list";
import { Skeleton } from "./skeleton";

interface QueueProps<Row, Filter> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>;
  /** The name of the list. */
  label: string;
  empty: ReactNode;
  /** The page of the queue; the filter is in its URL. */
  to: string;
  filters: readonly Filter[];
  filter: Filter;
  filterLabel: string;
  filterName: (filter: Filter) => string;
  children: (row: Row) => ReactNode;
}

/** The list at the left of a console page: filters above, then a link for each case. */
export function Queue<Row extends { id: string }, Filter extends string>(props: QueueProps<Row, Filter>) {
  const { query, label, empty, to, filters, filter: chosen, filterLabel, filterName, children } = props;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-deep">
      <nav aria-label={filterLabel} className="flex flex-wrap gap-0.5 border-line border-b p-1.5">
        {filters.map((filter) => (
          <Link
            key={filter}
            to={to}
            search={{ status: filter }}
            aria-current={filter === chosen ? "true" : undefined}
            className="flex h-8 grow items-center justify-center rounded-control px-1.5 text-12 text-ink-2 transition-colors hover:text-ink aria-[current=true]:bg-raised aria-[current=true]:text-ink"
          >
            {filterName(filter)}
          </Link>
        ))}
      </nav>
      <PagedList query={query} empty={empty} skeleton={<Skeleton shape="table" rows={6} columns={1} />}>
        {(rows) => (
          <ul aria-label={label} className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

type QueueLinkProps = { to: string; filter: string; isChosen: boolean; children: ReactNode };

/** A case of the queue. The filter stays as it is. */
export function QueueLink({ to, filter, isChosen, children }: QueueLinkProps) {
  return (
    <Link
      to={to}
      search={{ status: filter }}
      aria-current={isChosen ? "true" : undefined}
      className={classNames(
        "block border-s-2 px-3 py-2.5 -outline-offset-2 transition-colors hover:bg-shelf",
        isChosen ? "border-accent bg-shelf" : "border-transparent",
      )}
    >
      {children}
    </Link>
  );
}
