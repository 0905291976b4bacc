import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
import { type Deposit, depositsQuery } from "./api";
import { Confirmations } from "./confirmations";

/** The client's deposits with the progress of each, newest first. */
export function DepositList() {
  const deposits = useInfiniteQuery(depositsQuery);
  const networks = useNetworks();
  return (
    <PagedList query={deposits} skeleton={<Skeleton shape="table" rows={3} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Your deposits, newest first")}
          columns={depositColumns(networks)}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="arrow-down-to-line" title={i18n._("No deposits yet")}>
              {i18n._("A deposit appears here once the network has it.")}
            </EmptyState>
          }
        />
      )}
    </PagedList>
  );
}

function depositColumns(networks: ReadonlyMap<string, Network>): TableColumn<Deposit>[] {
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
      cell: ({ network }) => networks.get(network)?.name ?? network,
    },
    {
      key: "transaction",
      header: i18n._("Transaction ID"),
      cell: ({ network, tx_id }) => (
        <HashText
          text={tx_id}
          copyLabel={i18n._("Copy transaction ID")}
          href={transactionUrl(networks.get(network), tx_id)}
        />
      ),
    },
    {
      key: "status",
      header: i18n._("Status"),
      cell: (deposit) => <DepositStatus deposit={deposit} />,
    },
  ];
}

function DepositStatus({ deposit }: { deposit: Deposit }) {
  const { status, confirmations, required_confirmations } = deposit;
  switch (status) {
    case "detected":
    case "confirming":
      return <Confirmations confirmations={confirmations} required={required_confirmations} />;
    case "credited":
      return <Badge severity="success">{i18n._("Credited")}</Badge>;
    case "below_minimum":
      return (
        <Explained badge={<Badge severity="warn">{i18n._("Below minimum")}</Badge>}>
          {i18n._("Credited once your small deposits reach the minimum together.")}
        </Explained>
      );
    case "orphaned":
      return (
        <Explained badge={<Badge severity="error">{i18n._("Orphaned")}</Badge>}>
          {i18n._("The network dropped this transaction. Check it in your wallet.")}
        </Explained>
      );
  }
}

function Explained({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-64 flex-col items-start gap-1">
      {badge}
      <span className="text-12 text-ink-2">{children}</span>
    </span>
  );
}
