import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { LoadMore } from "./load-more";
import { QueryView } from "./query-view";

interface PagedListProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>;
  /** What stands here when there is nothing; left out where the rows say that themselves. */
  empty?: ReactNode;
  skeleton: ReactNode;
  /** Load the next page when its place comes into sight. */
  auto?: boolean | undefined;
  /** Said when nothing more is to come. */
  endText?: string | undefined;
  children: (rows: Row[]) => ReactNode;
}

/** A list that is loaded page by page. While another one is looked for, the last one stays, paler. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, empty, skeleton, auto, endText, children } = props;
  return (
    <QueryView query={query} empty={empty} skeleton={skeleton}>
      {({ pages }) => (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames("transition-opacity", query.isPlaceholderData && "opacity-60")}
        >
          {children(pages.flatMap(({ items }) => items))}
          <LoadMore
            auto={auto}
            hasMore={query.hasNextPage}
            pending={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
            onLoad={() => void query.fetchNextPage()}
            endText={endText}
          />
        </div>
      )}
    </QueryView>
  );
}
