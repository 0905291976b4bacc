import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { editColumn } from "@/design/list-columns";
import { ListTable } from "@/design/list-table";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";
import { type Coin, coinsQuery } from "./coin-api";

export function CoinList({ onEdit }: { onEdit: (coin: Coin) => void }) {
  const coins = useQuery(coinsQuery);
  return (
    <QueryView
      query={coins}
      skeleton={<Skeleton shape="table" rows={8} columns={5} />}
      empty={
        <EmptyState icon="coins" title={i18n._("No coins listed yet")}>
          {i18n._("List two coins to open a market between them.")}
        </EmptyState>
      }
    >
      {({ items }) => (
        <ListTable
          caption={i18n._("Coins, in sort order")}
          columns={columns(onEdit)}
          rows={items}
          rowKey={({ symbol }) => symbol}
        />
      )}
    </QueryView>
  );
}

function columns(onEdit: (coin: Coin) => void): TableColumn<Coin>[] {
  return [
    {
      key: "coin",
      header: i18n._("Coin"),
      cell: (coin) => <Name coin={coin} />,
      sortBy: ({ symbol }) => symbol,
    },
    { key: "open", header: i18n._("Open to clients"), cell: (coin) => <Open coin={coin} /> },
    { key: "decimals", header: i18n._("Decimals"), align: "end", cell: ({ decimals }) => decimals },
    {
      key: "supply",
      header: i18n._("Supply"),
      align: "end",
      cell: ({ supply, symbol }) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatAmount(supply)} <span className="text-ink-3">{symbol}</span>
        </span>
      ),
    },
    {
      key: "place",
      header: i18n._("Order"),
      align: "end",
      cell: ({ position }) => position,
      sortBy: ({ position }) => position,
    },
    { key: "listed", header: i18n._("Listed"), align: "end", cell: (coin) => <Listed coin={coin} /> },
    editColumn(({ symbol }) => i18n._("Edit {coin}", { coin: symbol }), onEdit),
  ];
}

function Name({ coin: { symbol, name, icon } }: { coin: Coin }) {
  return (
    <span className="flex items-center gap-2">
      {icon ? (
        <img src={icon} alt="" width={20} height={20} className="size-5 shrink-0 rounded-full" />
      ) : (
        <span aria-hidden="true" className="size-5 shrink-0 rounded-full border border-line bg-raised" />
      )}
      {symbol}
      <span className="font-normal text-ink-2">{name}</span>
    </span>
  );
}

function Open({ coin: { deposit, withdraw, trading } }: { coin: Coin }) {
  if (!deposit && !withdraw && !trading) return <Badge severity="warn">{i18n._("Nothing")}</Badge>;
  return (
    <span className="flex flex-wrap justify-end gap-1 @3xl:justify-start">
      {deposit && <Badge severity="success">{i18n._("Deposit")}</Badge>}
      {withdraw && <Badge severity="success">{i18n._("Withdrawal")}</Badge>}
      {trading && <Badge severity="success">{i18n._("Trading")}</Badge>}
    </span>
  );
}

function Listed({ coin: { listed_at } }: { coin: Coin }) {
  if (listed_at === null) {
    return (
      <Badge severity="warn" icon="triangle-alert">
        {i18n._("Details missing")}
      </Badge>
    );
  }
  return (
    <time dateTime={new Date(listed_at * 1000).toISOString()} className="whitespace-nowrap tabular-nums">
      {formatDateTime(listed_at)}
    </time>
  );
}
