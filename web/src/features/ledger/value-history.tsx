import { i18n } from "@lingui/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Assets } from "@/api/assets";
import { QueryView } from "@/design/query-view";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { type Client, useCurrentClient } from "@/session/client";
import { usePortfolioView } from "@/session/portfolio-view";
import { assetHistoryQuery, type HistoryPeriod } from "./api";
import { historyPoints } from "./history-points";
import { useOwnAssets } from "./use-own-assets";
import { ValueChart } from "./value-chart";

/** The portfolio value over time. */
export function ValueHistory() {
  const [chosen, setPeriod] = useState<HistoryPeriod | null>(null);
  const client = useCurrentClient();
  const period = chosen ?? firstPeriod(client);
  const history = useQuery({ ...assetHistoryQuery(period), placeholderData: keepPreviousData });
  return (
    <section
      aria-label={i18n._("Value over time")}
      className="mt-6 flex flex-col gap-4 border-line border-t pt-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 className="font-medium text-14">{i18n._("Value over time")}</h4>
        <Segments label={i18n._("Time range")} options={periods()} value={period} onChange={setPeriod} />
      </header>
      <QueryView
        query={history}
        isEmpty={() => false}
        skeleton={<Skeleton shape="block" className="h-56 w-full" />}
      >
        {({ items }) => (
          <div className={classNames("transition-opacity", history.isPlaceholderData && "opacity-60")}>
            <Drawing items={items} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

const DAY_SECONDS = 86_400;

/** The initial period: as long as the account has a history. */
function firstPeriod(client: Client | null): HistoryPeriod {
  const days = client ? (Date.now() / 1000 - client.created_at) / DAY_SECONDS : Number.POSITIVE_INFINITY;
  if (days < 2) return "1d";
  return days < 14 ? "7d" : "30d";
}

type PastValues = Parameters<typeof historyPoints>[0];

function Drawing({ items }: { items: PastValues }) {
  const { unit } = usePortfolioView();
  const now: Pick<Assets, "total_usdt" | "total_btc"> | undefined = useOwnAssets().data;
  const points = historyPoints(items, now, unit);
  if (points.length < 2) {
    return (
      <p className="py-6 text-center text-13 text-ink-3">
        {i18n._("Portfolio value appears after your first transaction.")}
      </p>
    );
  }
  return <ValueChart points={points} unit={unit} />;
}

function periods(): { value: HistoryPeriod; label: string }[] {
  return [
    { value: "1d", label: i18n._("24 h") },
    { value: "7d", label: i18n._("7 d") },
    { value: "30d", label: i18n._("30 d") },
    { value: "90d", label: i18n._("90 d") },
    { value: "1y", label: i18n._("1 y") },
  ];
}
