import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Network, transactionUrl, useNetworks } from "@/api/networks";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { HashText } from "@/design/hash-text";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { Confirmations } from "./confirmations";
import { type Withdrawal, withdrawalListQuery } from "./withdrawal-api";
import { withdrawalSeverity, withdrawalStatusName } from "./withdrawal-texts";

/** The client's withdrawals with the progress of each, newest first. */
export function WithdrawalList() {
  const withdrawals = useInfiniteQuery(withdrawalListQuery);
  const networks = useNetworks();
  return (
    <PagedList query={withdrawals} skeleton={<Skeleton shape="table" rows={3} columns={6} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Your withdrawals, newest first")}
          columns={withdrawalColumns(networks)}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="arrow-up-from-line" title={i18n._("No withdrawals yet")}>
              {i18n._("Your withdrawals appear here, with the progress of each.")}
            </EmptyState>
          }
        />
      )}
    </PagedList>
  );
}

function withdrawalColumns(networks: ReadonlyMap<string, Network>): TableColumn<Withdrawal>[] {
  return [
    {
      key: "date",
      header: i18n._("Date"),
      cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ amount, coin }) => <Money amount={amount} coin={coin} />,
    },
    {
      key: "network",
      header: i18n._("Network"),
      cell: ({ network, is_internal }) =>
        is_internal ? i18n._("Internal transfer") : (networks.get(network)?.name ?? network),
    },
    {
      key: "address",
      header: i18n._("Address"),
      cell: ({ address }) => <HashText text={address} copyLabel={i18n._("Copy address")} />,
    },
    {
      key: "transaction",
      header: i18n._("Transaction ID"),
      isEmpty: ({ tx_id }) => tx_id === null,
      cell: ({ network, tx_id }) =>
        tx_id === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <HashText
            text={tx_id}
            copyLabel={i18n._("Copy transaction ID")}
            href={transactionUrl(networks.get(network), tx_id)}
          />
        ),
    },
    { key: "status", header: i18n._("Status"), cell: (row) => <WithdrawalStatus withdrawal={row} /> },
    {
      key: "open",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      cell: ({ id, status }) => (
        <Link
          to="/personal/withdraw"
          search={{ withdrawal: id }}
          className="inline-flex min-h-6 items-center text-13 text-accent underline-offset-4 hover:underline"
        >
          {status === "awaiting_confirmation" ? i18n._("Confirm") : i18n._("Details")}
        </Link>
      ),
    },
  ];
}

function WithdrawalStatus({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, confirmations, required_confirmations } = withdrawal;
  if (status === "broadcast" && confirmations !== null && required_confirmations !== null) {
    return <Confirmations confirmations={confirmations} required={required_confirmations} />;
  }
  return <Badge severity={withdrawalSeverity(status)}>{withdrawalStatusName(status)}</Badge>;
}
