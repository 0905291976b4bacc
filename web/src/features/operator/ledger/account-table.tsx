import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { Stat } from "@/design/stat";
import type { TableColumn } from "@/design/table-column";
import { toCents } from "@/lib/money-text";
import type { Account, ClientLedger } from "./api";
import { purposeName } from "./texts";

type AccountTableProps = { caption: string; accounts: readonly Account[]; empty: ReactNode };

/** Accounts, one row per coin and purpose. */
export function AccountTable({ caption, accounts, empty }: AccountTableProps) {
  return (
    <ListTable
      caption={caption}
      width="few"
      columns={columns()}
      rows={accounts}
      rowKey={({ coin, purpose }) => `${coin} ${purpose}`}
      empty={empty}
    />
  );
}

function columns(): TableColumn<Account>[] {
  return [
    { key: "coin", header: i18n._("Coin"), cell: ({ coin }) => coin, sortBy: ({ coin }) => coin },
    {
      key: "purpose",
      header: i18n._("Account"),
      cell: ({ purpose }) => <span className="text-ink-2">{purposeName(purpose)}</span>,
      sortBy: ({ purpose }) => purpose,
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ amount, coin }) => <Money amount={amount} coin={coin} />,
    },
    {
      key: "value",
      header: i18n._("Value"),
      align: "end",
      cell: ({ value }) =>
        value === null ? (
          <span className="text-ink-3">{i18n._("No price")}</span>
        ) : (
          <Money amount={toCents(value)} coin="USDT" />
        ),
      sortBy: ({ value }) => Number(value ?? 0),
    },
  ];
}

/** A client's total balance, and the figures that determine the level. */
export function ClientFigures({ ledger }: { ledger: ClientLedger }) {
  return (
    <>
      <Card>
        <div className="grid gap-4 sm:grid-cols-3">
          <Stat label={i18n._("Total value")}>
            <Money amount={toCents(ledger.total_usdt)} coin="USDT" />
          </Stat>
          <Stat label={i18n._("30-day volume")}>
            <Money amount={toCents(ledger.volume_30d)} coin="USDT" />
          </Stat>
          <Stat label={i18n._("Open orders")}>{ledger.open_orders}</Stat>
        </div>
      </Card>
      <AccountTable
        caption={i18n._("Client accounts")}
        accounts={ledger.accounts}
        empty={<EmptyState icon="wallet" title={i18n._("No balances yet")} />}
      />
    </>
  );
}
