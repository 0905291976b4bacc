import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { addressUrl, transactionUrl } from "@/api/networks";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { FilterChoice } from "@/design/filter-choice";
import { HashText } from "@/design/hash-text";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import {
  type Deposit,
  type DepositFilter,
  type DepositStatus,
  depositsQuery,
  type Network,
  networksQuery,
} from "./api";
import { DepositHandling } from "./deposit-handling";
import { DEPOSIT_LOOKS, DEPOSIT_STATUSES, depositStatusName } from "./texts";
import { ClientLink, Moment } from "./wallet-facts";

export function depositStatusOf(parameter: unknown): DepositStatus | null {
  return DEPOSIT_STATUSES.find((status) => status === parameter) ?? null;
}

type DepositFiltersProps = { filter: DepositFilter; onFilter: (filter: DepositFilter) => void };

export function DepositFilters({ filter, onFilter }: DepositFiltersProps) {
  const networks = useQuery(networksQuery);
  const items = networks.data?.items ?? [];
  return (
    <search className="flex flex-wrap items-end gap-3">
      <FilterChoice
        label={i18n._("Status")}
        everything={i18n._("All statuses")}
        options={DEPOSIT_STATUSES.map((value) => ({ value, label: depositStatusName(value) }))}
        value={filter.status}
        onChoose={(status) => onFilter({ ...filter, status })}
      />
      <FilterChoice
        label={i18n._("Network")}
        everything={i18n._("All networks")}
        options={items.map(({ network, name }) => ({ value: network, label: name }))}
        value={filter.network || null}
        onChoose={(network) => onFilter({ ...filter, network: network ?? "" })}
      />
    </search>
  );
}

export function DepositList({ filter }: { filter: DepositFilter }) {
  const deposits = useInfiniteQuery({ ...depositsQuery(filter), placeholderData: keepPreviousData });
  const networks = useQuery(networksQuery);
  const isFiltered = filter.status !== null || filter.network !== "";

  return (
    <PagedList query={deposits} skeleton={<Skeleton shape="table" rows={8} columns={7} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Deposits, newest first")}
          width="many"
          columns={columns(networks.data?.items ?? [])}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<NoDeposits isFiltered={isFiltered} />}
        />
      )}
    </PagedList>
  );
}

function NoDeposits({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title={i18n._("No deposits match these filters")} />
  ) : (
    <EmptyState icon="inbox" title={i18n._("No deposits yet")}>
      {i18n._("Deposits of all clients appear here as soon as a node has seen them.")}
    </EmptyState>
  );
}

function columns(networks: readonly Network[]): TableColumn<Deposit>[] {
  const networkOf = ({ network }: Deposit) => networks.find((each) => each.network === network);
  return [
    { key: "seen", header: i18n._("Seen"), cell: ({ created_at }) => <Moment at={created_at} /> },
    { key: "client", header: i18n._("Client"), cell: (deposit) => <Owner deposit={deposit} /> },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: (deposit) => <Amount deposit={deposit} />,
    },
    {
      key: "network",
      header: i18n._("Network"),
      cell: (deposit) => networkOf(deposit)?.name ?? deposit.network,
    },
    {
      key: "address",
      header: i18n._("Address"),
      cell: (deposit) => (
        <HashText
          text={deposit.address}
          copyLabel={i18n._("Copy address")}
          href={addressUrl(networkOf(deposit), deposit.address)}
        />
      ),
    },
    {
      key: "transaction",
      header: i18n._("Transaction"),
      cell: (deposit) => (
        <HashText
          text={deposit.tx_id}
          copyLabel={i18n._("Copy transaction ID")}
          href={transactionUrl(networkOf(deposit), deposit.tx_id)}
        />
      ),
    },
    { key: "status", header: i18n._("Status"), cell: (deposit) => <Status deposit={deposit} /> },
  ];
}

function Owner({ deposit: { client_id } }: { deposit: Deposit }) {
  if (client_id === null) return <span className="text-ink-2">{i18n._("The exchange")}</span>;
  return <ClientLink id={client_id} />;
}

/** An unlisted token has no decimals, so its amount is that of the contract. */
function Amount({ deposit: { amount, coin, native, contract } }: { deposit: Deposit }) {
  if (amount !== null && coin !== null) return <Money amount={amount} coin={coin} />;
  return (
    <span className="inline-flex flex-col items-end tabular-nums">
      <span className="wrap-anywhere">{native}</span>
      {contract !== null && <HashText text={contract} copyLabel={i18n._("Copy contract address")} />}
    </span>
  );
}

function Status({ deposit }: { deposit: Deposit }) {
  const { status, is_swept } = deposit;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      <Badge severity={DEPOSIT_LOOKS[status]}>{depositStatusName(status)}</Badge>
      {is_swept && <Badge>{i18n._("Swept")}</Badge>}
      <DepositHandling deposit={deposit} />
    </span>
  );
}
