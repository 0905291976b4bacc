import { i18n } from "@lingui/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addressUrl, type Network, transactionUrl, useNetworks } from "@/api/networks";
import { HashText } from "@/design/hash-text";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";

/** What deposits and withdrawals have in common. */
interface Transfer {
  id: string;
  coin: string;
  amount: string;
  network: string;
  address: string;
  tx_id: string | null;
  created_at: number;
  is_internal?: boolean;
}

interface TransferListProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>;
  caption: string;
  empty: ReactNode;
  /** Where the address is not the same in every row. */
  showAddress?: boolean | undefined;
  renderStatus: (row: Row) => ReactNode;
  /** A link or button at the end of each row. */
  renderAction?: ((row: Row) => ReactNode) | undefined;
}

/** The client's deposits or withdrawals with the progress of each, newest first. */
export function TransferList<Row extends Transfer>(props: TransferListProps<Row>) {
  const { query, caption, empty, showAddress = false, renderStatus, renderAction } = props;
  const columns: TableColumn<Row>[] = [
    ...transferColumns(useNetworks()).filter(({ key }) => showAddress || key !== "address"),
    { key: "status", header: i18n._("Status"), cell: renderStatus },
  ];
  if (renderAction) {
    columns.push({
      key: "action",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      cell: renderAction,
    });
  }
  return (
    <PagedList query={query} skeleton={<Skeleton shape="table" rows={3} columns={columns.length} />}>
      {(rows) => (
        <ListTable caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />
      )}
    </PagedList>
  );
}

function transferColumns(networks: ReadonlyMap<string, Network>): TableColumn<Transfer>[] {
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
      cell: ({ network, address }) => (
        <HashText
          text={address}
          copyLabel={i18n._("Copy address")}
          href={addressUrl(networks.get(network), address)}
        />
      ),
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
  ];
}
