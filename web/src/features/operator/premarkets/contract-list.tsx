import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Badge } from "@/design/badge";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { FilterChoice } from "@/design/filter-choice";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";
import { type Contract, type ContractStatus, contractsQuery } from "./api";
import { CONTRACT_STATUSES, contractStatusName } from "./texts";

/** The contracts of a pre-market with both clients; the filter is in the URL. */
export function ContractList({ symbol }: { symbol: string }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const status = CONTRACT_STATUSES.find((each) => each === search.contracts) ?? null;
  const contracts = useInfiniteQuery(contractsQuery(symbol, status));

  function show(wanted: ContractStatus | null) {
    void navigate({ to: ".", search: { contracts: wanted ?? undefined }, replace: true, resetScroll: false });
  }

  return (
    <Card
      title={i18n._("Contracts")}
      actions={
        <FilterChoice
          label={i18n._("Status")}
          everything={i18n._("All statuses")}
          options={CONTRACT_STATUSES.map((value) => ({ value, label: contractStatusName(value) }))}
          value={status}
          onChoose={show}
        />
      }
    >
      <PagedList query={contracts} skeleton={<Skeleton shape="table" rows={5} columns={6} />}>
        {(rows) => (
          <ListTable
            caption={i18n._("Contracts, newest first")}
            columns={columns()}
            rows={rows}
            rowKey={({ id }) => String(id)}
            empty={<EmptyState icon="file-text" title={i18n._("No contracts here")} />}
          />
        )}
      </PagedList>
    </Card>
  );
}

const SEVERITIES = { matched: "info", settled: "success", defaulted: "error", voided: "neutral" } as const;

function columns(): TableColumn<Contract>[] {
  return [
    { key: "time", header: i18n._("Time"), cell: ({ created_at }) => formatDateTime(created_at) },
    {
      key: "buyer",
      header: i18n._("Buyer"),
      cell: ({ buyer_id, buyer_email }) => <Client id={buyer_id} email={buyer_email} />,
    },
    {
      key: "seller",
      header: i18n._("Seller"),
      cell: ({ seller_id, seller_email }) => <Client id={seller_id} email={seller_email} />,
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ quantity, symbol, price }) => (
        <span className="block">
          <Money amount={quantity} coin={symbol} />
          <span className="block text-12 text-ink-3">
            {i18n._("at {price}", { price: formatAmount(price) })}
          </span>
        </span>
      ),
    },
    {
      key: "value",
      header: i18n._("Value"),
      align: "end",
      cell: ({ value, quote }) => <Money amount={value} coin={quote} />,
    },
    {
      key: "collateral",
      header: i18n._("Collateral"),
      align: "end",
      cell: ({ collateral, quote }) => <Money amount={collateral} coin={quote} />,
    },
    {
      key: "status",
      header: i18n._("Status"),
      cell: ({ status }) => <Badge severity={SEVERITIES[status]}>{contractStatusName(status)}</Badge>,
    },
  ];
}

function Client({ id, email }: { id: string; email: string | null }) {
  if (email === null) return <span className="text-ink-3">{i18n._("Exchange’s own trader")}</span>;
  return (
    <Link
      to="/operator/clients/$client"
      params={{ client: id }}
      className="text-accent underline-offset-4 wrap-anywhere hover:underline"
    >
      {email}
    </Link>
  );
}
