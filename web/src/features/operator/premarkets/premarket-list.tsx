import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PremarketStatusBadge } from "@/design/premarket-status-badge";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatCount } from "@/lib/format-number";
import { type Premarket, premarketsQuery } from "./api";
import { nextTime } from "./next-time";

/** Every pre-market with what is not settled in it. */
export function PremarketList() {
  const markets = useQuery(premarketsQuery);
  return (
    <QueryView
      query={markets}
      skeleton={<Skeleton shape="table" rows={5} columns={6} />}
      empty={
        <EmptyState icon="hourglass" title={i18n._("No pre-markets yet")}>
          {i18n._("Add a coin first, then open its pre-market.")}
        </EmptyState>
      }
    >
      {({ items }) => (
        <>
          <ListTable
            caption={i18n._("Pre-markets")}
            width="many"
            columns={columns()}
            rows={items}
            rowKey={({ symbol }) => symbol}
            rowLink={({ symbol }) => `/operator/pre-markets/${symbol}`}
          />
          <ProtectionBalances markets={items} />
        </>
      )}
    </QueryView>
  );
}

/** One for each quote coin, of all its pre-markets. */
function ProtectionBalances({ markets }: { markets: readonly Premarket[] }) {
  const balances = new Map(markets.map(({ quote, protection_balance }) => [quote, protection_balance]));
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-13 text-ink-2">
      {i18n._("Protection balance")}
      {[...balances].map(([quote, amount]) => (
        <Money key={quote} amount={amount} coin={quote} />
      ))}
    </p>
  );
}

function columns(): TableColumn<Premarket>[] {
  return [
    {
      key: "symbol",
      header: i18n._("Coin"),
      cell: ({ symbol, quote }) => `${symbol} / ${quote}`,
      sortBy: ({ symbol }) => symbol,
    },
    {
      key: "status",
      header: i18n._("Status"),
      cell: ({ status, proposal_id }) => (
        <span className="flex flex-wrap justify-end gap-1 @5xl:justify-start">
          <PremarketStatusBadge status={status} />
          {proposal_id && (
            <Badge severity="info" icon="scale">
              {i18n._("Proposal")}
            </Badge>
          )}
        </span>
      ),
      sortBy: ({ status }) => status,
    },
    { key: "next", header: i18n._("Next"), cell: (market) => <Next market={market} /> },
    {
      key: "orders",
      header: i18n._("Open orders"),
      align: "end",
      cell: ({ orders_open }) => formatCount(orders_open),
      sortBy: ({ orders_open }) => orders_open,
    },
    {
      key: "contracts",
      header: i18n._("Open contracts"),
      align: "end",
      cell: ({ contracts_open }) => formatCount(contracts_open),
      sortBy: ({ contracts_open }) => contracts_open,
    },
    {
      key: "value",
      header: i18n._("Open value"),
      align: "end",
      cell: ({ value_open, quote }) => <Money amount={value_open} coin={quote} />,
      sortBy: ({ value_open }) => Number(value_open),
    },
    {
      key: "collateral",
      header: i18n._("Collateral held"),
      align: "end",
      cell: ({ collateral_held, quote }) => <Money amount={collateral_held} coin={quote} />,
      sortBy: ({ collateral_held }) => Number(collateral_held),
    },
  ];
}

function Next({ market }: { market: Premarket }) {
  const next = nextTime(market);
  if (!next) return <span className="text-ink-3">–</span>;
  return (
    <span className="block whitespace-nowrap text-13">
      <span className="text-ink-2">{next.label}</span>{" "}
      <time dateTime={new Date(next.at * 1000).toISOString()} className="tabular-nums">
        {formatDateTime(next.at)}
      </time>
    </span>
  );
}
