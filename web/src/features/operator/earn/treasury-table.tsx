import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import type { TableColumn } from "@/design/table-column";
import { formatCount } from "@/lib/format-number";
import type { Treasury } from "./api";
import { MIN_DAYS_LEFT } from "./model";

const MAX_DAYS_SHOWN = 3650;

/** What pays the interest of each coin, and for how long. */
export function TreasuryTable({ treasuries }: { treasuries: readonly Treasury[] }) {
  return (
    <ListTable
      caption={i18n._("Treasuries that pay interest")}
      columns={columns()}
      rows={treasuries}
      rowKey={({ coin }) => coin}
      width="few"
      empty={i18n._("Treasuries appear here with the first product.")}
    />
  );
}

function columns(): TableColumn<Treasury>[] {
  return [
    { key: "coin", header: i18n._("Coin"), cell: ({ coin }) => coin, sortBy: ({ coin }) => coin },
    {
      key: "balance",
      header: i18n._("Balance"),
      align: "end",
      cell: ({ balance, coin }) => <Money amount={balance} coin={coin} />,
    },
    {
      key: "cost",
      header: i18n._("Interest per day"),
      align: "end",
      cell: ({ per_day, coin }) => <Money amount={per_day} coin={coin} />,
    },
    {
      key: "lasts",
      header: i18n._("Lasts"),
      align: "end",
      cell: ({ days_left }) => <DaysLeft days={days_left} />,
      sortBy: ({ days_left }) => days_left,
    },
  ];
}

function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="text-ink-3">{i18n._("No interest to pay")}</span>;
  if (days > MAX_DAYS_SHOWN) return i18n._("More than 10 years");
  const text = i18n._("{count, plural, one {{days} day} other {{days} days}}", {
    count: days,
    days: formatCount(days),
  });
  if (days >= MIN_DAYS_LEFT) return text;
  return (
    <Badge severity={days < 1 ? "error" : "warn"} icon="triangle-alert">
      {text}
    </Badge>
  );
}
