import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCoins } from "@/api/coins";
import { downloadCsv } from "@/api/csv-download";
import { useNetworks } from "@/api/networks";
import { CsvExport } from "@/design/csv-export";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { PageSection } from "@/design/page-section";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { TransactionFilterForm, useTransactionFilter } from "@/design/transaction-filter";
import { transactionsCsvPath, transactionsQuery } from "@/features/ledger/api";
import { NoTransactions } from "@/features/ledger/empty-states";
import { transactionColumns } from "@/features/ledger/transaction-columns";
import { isFiltered, type TransactionFilter } from "@/lib/transaction-filter";

export function TransactionsPage() {
  const filter = useTransactionFilter();
  const coins = [...useCoins().keys()];
  return (
    <PageSection
      level={1}
      title={i18n._("Transactions")}
      description={i18n._("All balance changes, newest first.")}
      actions={<TransactionsExport filter={filter} />}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <TransactionFilterForm coins={coins} />
        <TransactionTable filter={filter} />
      </div>
    </PageSection>
  );
}

/** The client's transactions, newest first. */
function TransactionTable({ filter }: { filter: TransactionFilter }) {
  const query = useInfiniteQuery({ ...transactionsQuery(filter), placeholderData: keepPreviousData });
  const columns = transactionColumns(useNetworks());
  return (
    <PagedList auto query={query} skeleton={<Skeleton shape="table" rows={8} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Transactions, newest first")}
          columns={columns}
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
function TransactionsExport({ filter }: { filter: TransactionFilter }) {
  const path = transactionsCsvPath(filter);
  return <CsvExport key={path} name="transactions" load={(parts) => downloadCsv({ path, ...parts })} />;
}
