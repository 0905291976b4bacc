import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { usdtColumn } from "@/design/list-columns";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { formatRate } from "@/lib/format-number";
import type { Level } from "@/session/levels";
import { describeFeature, describeProof } from "./model";

type LevelTableProps = {
  levels: readonly Level[];
  /** The key of the client's level. */
  own: string | null;
};

export function LevelTable({ levels, own }: LevelTableProps) {
  return (
    <ListTable
      caption={i18n._("Membership levels")}
      columns={columnsFor(own)}
      rows={levels}
      rowKey={({ key }) => key}
    />
  );
}

function columnsFor(own: string | null): TableColumn<Level>[] {
  return [
    {
      key: "name",
      header: i18n._("Level"),
      cell: ({ key, name }) => (
        <span className="flex flex-wrap items-center justify-end gap-2 font-medium text-ink @3xl:justify-start">
          {name}
          {key === own && <Badge severity="info">{i18n._("Your level")}</Badge>}
        </span>
      ),
    },
    { key: "proof", header: i18n._("Identity"), cell: ({ requirements }) => describeProof(requirements) },
    usdtColumn("volume", i18n._("30-day volume"), ({ requirements }) => requirements.volume_30d),
    usdtColumn("balance", i18n._("Balance"), ({ requirements }) => requirements.balance),
    {
      key: "fees",
      header: i18n._("Maker / taker fee"),
      align: "end",
      cell: ({ fees }) => `${formatRate(fees.maker)} / ${formatRate(fees.taker)}`,
    },
    usdtColumn("withdraw", i18n._("Daily withdrawal limit"), ({ limits }) => limits.withdraw_day),
  ];
}

/** What each level adds to those below it. */
export function UnlockList({ levels }: { levels: readonly Level[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-deep">
      {levels.map(({ key, name, features }) => (
        <div key={key} className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-center sm:gap-4">
          <dt className="w-28 shrink-0 font-medium text-14 text-ink">{name}</dt>
          <dd className="flex flex-wrap gap-2">
            {features.map((feature) => (
              <Badge key={feature}>{describeFeature(feature)}</Badge>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
