import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { CopyButton } from "@/design/copy-button";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { isFiltered, type TransactionFilter } from "@/lib/transaction-filter";
import { transactionStatusName, transactionTypeName } from "@/lib/transaction-names";
import { type Transaction, transactionsQuery } from "./api";

type TransactionListProps = { clientId: string; filter: TransactionFilter };

export function TransactionList({ clientId, filter }: TransactionListProps) {
  const query = useInfiniteQuery({
    ...transactionsQuery(clientId, filter),
    placeholderData: keepPreviousData,
  });

  return (
    <PagedList query={query} skeleton={<Skeleton shape="table" rows={6} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Transactions, newest first")}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => String(id)}
          empty={
            isFiltered(filter) ? (
              <EmptyState icon="search" title={i18n._("No transactions match these filters")} />
            ) : (
              <EmptyState icon="receipt-text" title={i18n._("No transactions yet")} />
            )
          }
        />
      )}
    </PagedList>
  );
}

function columns(): TableColumn<Transaction>[] {
  return [
    {
      key: "time",
      header: i18n._("Time"),
      cell: ({ created_at }) => (
        <time dateTime={new Date(created_at * 1000).toISOString()} className="tabular-nums">
          {formatDateTime(created_at)}
        </time>
      ),
    },
    { key: "type", header: i18n._("Type"), cell: ({ type }) => transactionTypeName(type) },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ amount, coin }) => <Money amount={amount} coin={coin} isMovement />,
    },
    {
      key: "status",
      header: i18n._("Status"),
      cell: ({ status }) => (
        <Badge severity={status === "orphaned" ? "warn" : "success"}>{transactionStatusName(status)}</Badge>
      ),
    },
    { key: "network", header: i18n._("Network"), cell: ({ network }) => network ?? <Nothing /> },
    {
      key: "reference",
      header: i18n._("Reference"),
      cell: ({ reference, tx_id }) => <Reference text={tx_id ?? reference} />,
    },
    { key: "number", header: i18n._("No."), align: "end", cell: ({ id }) => id },
  ];
}

const SHOWN = 24;

function Reference({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={text} className="font-mono text-12 text-ink-2">
        {text.length > SHOWN ? `${text.slice(0, 12)}…${text.slice(-10)}` : text}
      </span>
      <CopyButton value={text} label={i18n._("Copy reference")} className="-my-2" />
    </span>
  );
}

function Nothing() {
  return <span className="text-ink-3">{i18n._("none")}</span>;
}
