import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { downloadCsv } from "@/api/csv-download";
import { CsvExport } from "@/design/csv-export";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { isFiltered, type TransactionFilter } from "@/lib/transaction-filter";
import { transactionsCsvPath, transactionsQuery } from "./api";
import { NoTransactions } from "./empty-states";
import { transactionColumns } from "./transaction-columns";

/** The client's transactions, newest first. */
export function TransactionTable({ filter }: { filter: TransactionFilter }) {
  const query = useInfiniteQuery({ ...transactionsQuery(filter), placeholderData: keepPreviousData });
  return (
    <PagedList auto query={query} skeleton={<Skeleton shape="table" rows={8} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Transactions, newest first")}
          columns={transactionColumns()}
          rows={rows}
          rowKey={({ id }) => String(id)}
          empty={
            isFiltered(filter) ? (
              <EmptyState icon="search" title={i18n._("No transactions match these filters")} />
            ) : (
              <NoTransactions />
            )
          }
        />
      )}
    </PagedList>
  );
}

/** Exports all filtered transactions as a file. */
export function TransactionsExport({ filter }: { filter: TransactionFilter }) {
  const path = transactionsCsvPath(filter);
  return <CsvExport key={path} name="transactions" load={(parts) => downloadCsv({ path, ...parts })} />;
}
