import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { moneyText } from "@/lib/money-text";
import type { Network, NetworkBalance } from "./api";
import { Moment } from "./wallet-facts";

/** What the exchange has on a network, beside what the ledger says. */
export function NetworkBalances({ network }: { network: Network }) {
  return (
    <ListTable
      width="many"
      caption={i18n._("Balances on {network}", { network: network.name })}
      columns={columns()}
      rows={network.balances}
      rowKey={({ coin }) => coin}
      empty={<EmptyState icon="scale" title={i18n._("Not compared with the ledger yet")} />}
    />
  );
}

function columns(): TableColumn<NetworkBalance>[] {
  return [
    { key: "coin", header: i18n._("Coin"), cell: ({ coin }) => coin },
    amountColumn("hot", i18n._("Hot wallet")),
    amountColumn("deposits", i18n._("Client addresses")),
    amountColumn("cold", i18n._("Cold storage")),
    amountColumn("owed", i18n._("Owed by the ledger")),
    {
      key: "difference",
      header: i18n._("Difference"),
      align: "end",
      cell: (balance) => <Difference balance={balance} />,
    },
  ];
}

function amountColumn(
  key: "hot" | "deposits" | "cold" | "owed",
  header: string,
): TableColumn<NetworkBalance> {
  return {
    key,
    header,
    align: "end",
    cell: (balance) => <Amount text={balance[key]} />,
  };
}

/** Chains have up to 18 decimals, so a long amount breaks rather than widen the table. */
function Amount({ text }: { text: string }) {
  return <span className="min-w-0 tabular-nums wrap-anywhere">{moneyText(text)}</span>;
}

function Difference({ balance }: { balance: NetworkBalance }) {
  const { difference, differs_since } = balance;
  if (isZero(difference)) {
    return (
      <Badge severity="success" icon="check">
        {i18n._("OK")}
      </Badge>
    );
  }
  return (
    <span className="inline-flex min-w-0 flex-col items-end gap-1">
      <span className="flex min-w-0 items-center gap-1.5 font-semibold text-error tabular-nums">
        <Icon name="triangle-alert" size={14} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{moneyText(difference, true)}</span>
      </span>
      {differs_since !== null && (
        <span className="text-12 text-ink-2">
          {i18n._("since")} <Moment at={differs_since} />
        </span>
      )}
    </span>
  );
}
