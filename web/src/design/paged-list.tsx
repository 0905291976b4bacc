import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { LoadMore } from "./load-more";
import { QueryView } from "./query-view";

interface PagedListProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>;
  /** Shown for an empty list; omit it where the rows show that themselves. */
  empty?: ReactNode;
  skeleton: ReactNode;
  /** Load the next page when the end of the list is visible. */
  auto?: boolean | undefined;
  /** Shown at the end of the list. */
  endText?: string | undefined;
  children: (rows: Row[]) => ReactNode;
}

/** A paginated list. While another filter loads, the previous rows stay, dimmed. */
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
