import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { LoadMore } from "@/design/load-more";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Table } from "@/design/table";
import { classNames } from "@/lib/class-names";
import { isFiltered, type TransactionFilter } from "@/lib/transaction-filter";
import { transactionsQuery } from "./api";
import { NoTransactions } from "./no-transactions";
import { transactionColumns } from "./transaction-columns";

/** What has changed what the client has, newest first. */
export function TransactionTable({ filter }: { filter: TransactionFilter }) {
  const query = useInfiniteQuery({ ...transactionsQuery(filter), placeholderData: keepPreviousData });
  return (
    <QueryView query={query} isEmpty={() => false} skeleton={<Skeleton shape="table" rows={8} columns={5} />}>
      {({ pages }) => (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames("transition-opacity", query.isPlaceholderData && "opacity-60")}
        >
          <Table
            caption={i18n._("Transactions, newest first")}
            columns={transactionColumns()}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => String(id)}
            empty={
              isFiltered(filter) ? (
                <EmptyState icon="search" title={i18n._("No transaction matches this")} />
              ) : (
                <NoTransactions />
              )
            }
          />
          <LoadMore
            auto
            hasMore={query.hasNextPage}
            pending={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
            onLoad={() => void query.fetchNextPage()}
          />
        </div>
      )}
    </QueryView>
  );
}
