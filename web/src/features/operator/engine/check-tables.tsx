import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { ListTable } from "@/design/list-table";
import { Stat } from "@/design/stat";
import type { TableColumn } from "@/design/table-column";
import { formatCount } from "@/lib/format-number";
import { moneyText } from "@/lib/money-text";
import type { LedgerCheck } from "./api";

type CoinSum = LedgerCheck["coins"][number];
type Difference = LedgerCheck["differences"][number];

/** The details of a ledger check. */
export function CheckTables({ report }: { report: LedgerCheck }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-4">
        <Stat label={i18n._("Negative balances")}>{report.negative_accounts}</Stat>
        <Stat label={i18n._("Hold mismatches")}>{report.wrong_holds}</Stat>
        <Stat label={i18n._("Open orders")}>{formatCount(report.open_orders)}</Stat>
        <Stat label={i18n._("Withdrawals on hold")}>{report.held_withdrawals}</Stat>
      </div>
      {report.differences.length > 0 && (
        <ListTable
          caption={i18n._("Accounts with a hold mismatch")}
          columns={differenceColumns()}
          rows={report.differences}
          rowKey={({ owner, coin, purpose }) => `${owner} ${coin} ${purpose}`}
        />
      )}
      <ListTable
        caption={i18n._("Totals by coin")}
        columns={sumColumns()}
        rows={report.coins}
        rowKey={({ coin }) => coin}
        empty={i18n._("No transfers yet.")}
      />
    </>
  );
}

function sumColumns(): TableColumn<CoinSum>[] {
  return [
    { key: "coin", header: i18n._("Coin"), cell: ({ coin }) => coin, sortBy: ({ coin }) => coin },
    { key: "accounts", header: i18n._("Accounts"), align: "end", cell: ({ accounts }) => accounts },
    amountColumn("clients", i18n._("Clients"), ({ clients }) => clients),
    amountColumn("house", i18n._("The exchange"), ({ house }) => house),
    amountColumn("outside", i18n._("External"), ({ outside }) => outside),
    amountColumn("sum", i18n._("Total"), ({ sum }) => sum),
    {
      key: "ok",
      header: i18n._("Result"),
      align: "end",
      cell: ({ ok }) =>
        ok ? (
          <Badge severity="success" icon="check">
            {i18n._("OK")}
          </Badge>
        ) : (
          <Badge severity="error" icon="circle-x">
            {i18n._("Mismatch")}
          </Badge>
        ),
    },
  ];
}

function differenceColumns(): TableColumn<Difference>[] {
  return [
    {
      key: "owner",
      header: i18n._("Owner"),
      cell: ({ owner }) => <span className="font-mono text-12 wrap-anywhere">{owner}</span>,
    },
    {
      key: "purpose",
      header: i18n._("Account"),
      cell: ({ purpose }) => (purpose === "orders" ? i18n._("In orders") : i18n._("In withdrawals")),
    },
    amountColumn("held", i18n._("Actual hold"), ({ held }) => held),
    amountColumn("expected", i18n._("Expected hold"), ({ expected }) => expected),
  ];
}

function amountColumn<Row extends { coin: string }>(
  key: string,
  header: string,
  amountOf: (row: Row) => string,
): TableColumn<Row> {
  return { key, header, align: "end", cell: (row) => <Sum amount={amountOf(row)} coin={row.coin} /> };
}

function Sum({ amount, coin }: { amount: string; coin: string }) {
  return (
    <span className="@3xl:whitespace-nowrap text-end tabular-nums">
      {moneyText(amount)} <span className="text-ink-3">{coin}</span>
    </span>
  );
}
