import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { editColumn, usdtColumn } from "@/design/list-columns";
import { ListTable } from "@/design/list-table";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatRate } from "@/lib/format-number";
import { type Level, siteLevelsQuery } from "./api";
import { LevelDialog } from "./level-dialog";
import { LevelProposals } from "./level-proposals";
import type { DescribeFeature } from "./model";

type LevelListProps = { hostname: string; describeFeature: DescribeFeature };

export function LevelList({ hostname, describeFeature }: LevelListProps) {
  const levels = useQuery(siteLevelsQuery(hostname));
  const [edited, setEdited] = useState<Level | null>(null);

  return (
    <QueryView query={levels} skeleton={<Skeleton shape="table" rows={5} columns={5} />}>
      {({ items }) => (
        <div className="flex flex-col gap-8">
          <ListTable
            caption={i18n._("Membership levels")}
            width="many"
            columns={columns(describeFeature, setEdited)}
            rows={items}
            rowKey={({ key }) => key}
          />
          <LevelDialog
            level={edited}
            ladder={items}
            hostname={hostname}
            describeFeature={describeFeature}
            onClose={() => setEdited(null)}
          />
          <LevelProposals hostname={hostname} levels={items} describeFeature={describeFeature} />
        </div>
      )}
    </QueryView>
  );
}

function columns(describe: DescribeFeature, onEdit: (level: Level) => void): TableColumn<Level>[] {
  return [
    {
      key: "name",
      header: i18n._("Level"),
      cell: ({ name, rank }) => (
        <span className="flex items-baseline gap-2">
          <span className="w-4 text-12 text-ink-3 tabular-nums">{rank}</span>
          {name}
        </span>
      ),
    },
    { key: "proof", header: i18n._("Requirements"), cell: ({ requirements }) => <Proof {...requirements} /> },
    usdtColumn("volume", i18n._("30-day volume"), ({ requirements }) => requirements.volume_30d),
    usdtColumn("balance", i18n._("Balance"), ({ requirements }) => requirements.balance),
    {
      key: "fees",
      header: i18n._("Maker / taker"),
      align: "end",
      cell: ({ fees }) => (
        <span className="whitespace-nowrap">{`${formatRate(fees.maker)} / ${formatRate(fees.taker)}`}</span>
      ),
    },
    usdtColumn("withdraw", i18n._("Daily withdrawal limit"), ({ limits }) => limits.withdraw_day),
    {
      key: "features",
      header: i18n._("Unlocks"),
      cell: ({ features }) => (
        <span className="block max-w-72 text-12 text-ink-2 @max-5xl:text-end">
          {features.map(describe).join(", ") || i18n._("Nothing more")}
        </span>
      ),
    },
    editColumn(({ name }) => i18n._("Edit {level}", { level: name }), onEdit),
  ];
}

function Proof({ kyc, two_factor }: Pick<Level["requirements"], "kyc" | "two_factor">) {
  if (!kyc && !two_factor) return <span className="text-ink-3">{i18n._("Nothing")}</span>;
  return (
    <span className="flex flex-wrap justify-end gap-1 @5xl:justify-start">
      {kyc && <Badge>{i18n._("Identity")}</Badge>}
      {two_factor && <Badge>{i18n._("2FA")}</Badge>}
    </span>
  );
}
