import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Money } from "@/design/money";
import { Table } from "@/design/table";
import type { TableColumn } from "@/design/table-column";
import { toCents } from "@/lib/money-text";
import type { Account } from "./api";
import { purposeName } from "./texts";

type AccountTableProps = { caption: string; accounts: readonly Account[]; empty: ReactNode };

/** Accounts, one row per coin and purpose. */
export function AccountTable({ caption, accounts, empty }: AccountTableProps) {
  return (
    <Table
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
