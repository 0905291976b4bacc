import { i18n } from "@lingui/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Asset, Assets } from "@/api/assets";
import { Card } from "@/design/card";
import { PageLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { toFixed } from "@/lib/decimal";
import { formatPrice, formatRate, formatValue } from "@/lib/format-number";
import { type Client, useCurrentClient } from "@/session/client";
import { changePortfolioView, usePortfolioView, type ValueUnit } from "@/session/portfolio-view";
import { assetHistoryQuery, type HistoryPeriod } from "./api";
import { MaskButton, MaskedAmount } from "./masked-amount";
import { historyPoints, type Share, sharesOf } from "./model";
import { useOwnAssets } from "./use-own-assets";
import { ValueChart } from "./value-chart";

/** The portfolio value over time. */
function ValueHistory() {
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
        {Number(now?.total_usdt ?? 0) > 0
          ? i18n._("Not enough history for this period yet.")
          : i18n._("Portfolio value appears after your first transaction.")}
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

const UNITS: readonly ValueUnit[] = ["USDT", "BTC"];
const BTC_DECIMALS = 8;

type Totals = Pick<Assets, "total_usdt" | "total_btc">;

/** The total portfolio value. */
function TotalValue({ totals }: { totals: Totals }) {
  const { unit } = usePortfolioView();
  const other = unit === "USDT" ? "BTC" : "USDT";
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <dl className="min-w-0">
        <dt className="flex min-h-8 items-center gap-1 text-13 text-ink-2">
          {i18n._("Total value")}
          <MaskButton />
        </dt>
        <dd className="mt-1 font-semibold text-28 text-ink tracking-tight tabular-nums wrap-anywhere sm:text-40">
          <MaskedAmount>{figureIn(unit, totals)}</MaskedAmount>{" "}
          <span className="font-medium text-16 text-ink-2 tracking-normal sm:text-20">{unit}</span>
        </dd>
        <dd className="mt-1 text-13 text-ink-2 tabular-nums">
          <MaskedAmount>
            {i18n._("About {amount} {unit}", { amount: figureIn(other, totals), unit: other })}
          </MaskedAmount>
        </dd>
      </dl>
      <Segments
        label={i18n._("Show total in")}
        options={UNITS.map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(chosen) => changePortfolioView({ unit: chosen })}
      />
    </div>
  );
}

function figureIn(unit: ValueUnit, { total_usdt, total_btc }: Totals): string {
  if (unit === "USDT") return formatValue(total_usdt);
  return total_btc === null ? "–" : formatPrice(toFixed(total_btc, BTC_DECIMALS), BTC_DECIMALS);
}

const SHADES = ["bg-accent", "bg-accent/75", "bg-accent/55", "bg-accent/40", "bg-accent/28", "bg-ink-3/50"];
const MIN_SHARE_SHOWN = 0.001;

/** The allocation by coin. */
function AllocationBar({ assets }: { assets: readonly Asset[] }) {
  const shares = useMemo(() => sharesOf(assets), [assets]);
  if (shares.length === 0) return null;
  return (
    <figure>
      <figcaption className="sr-only">{i18n._("Allocation by coin")}</figcaption>
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-raised">
        {shares.map(({ symbol, share }, index) => (
          <span key={symbol} className={classNames("min-w-1", shade(index))} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5">
        {shares.map((share, index) => (
          <LegendEntry key={share.symbol} share={share} shade={shade(index)} />
        ))}
      </ul>
    </figure>
  );
}

function LegendEntry({ share: { symbol, share }, shade }: { share: Share; shade: string }) {
  return (
    <li className="flex items-center gap-2 text-13">
      <span aria-hidden="true" className={classNames("size-2.5 rounded-full", shade)} />
      <span className="font-medium text-ink">{symbol ?? i18n._("Others")}</span>
      <span className="text-ink-2 tabular-nums">
        {share < MIN_SHARE_SHOWN ? `< ${formatRate(MIN_SHARE_SHOWN)}` : formatRate(share.toFixed(3))}
      </span>
    </li>
  );
}

function shade(index: number): string {
  return SHADES[Math.min(index, SHADES.length - 1)] ?? "";
}

type PortfolioCardProps = {
  /** Whether the card links to the list of assets; not on their own page. */
  isLinked?: boolean;
};

export function PortfolioCard({ isLinked = false }: PortfolioCardProps) {
  const assets = useOwnAssets();
  return (
    <Card
      title={i18n._("Portfolio")}
      actions={isLinked && <PageLink to="/personal/assets">{i18n._("All assets")}</PageLink>}
    >
      <QueryView query={assets} isEmpty={() => false} skeleton={<TotalSkeleton />}>
        {(shown) => (
          <div className="flex flex-col gap-5">
            <TotalValue totals={shown} />
            {shown.items.length > 0 ? <AllocationBar assets={shown.items} /> : <NothingYet />}
          </div>
        )}
      </QueryView>
      <ValueHistory />
    </Card>
  );
}

function NothingYet() {
  return <p className="text-13 text-ink-3">{i18n._("Your allocation by coin appears here.")}</p>;
}

function TotalSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex h-24 flex-col justify-end gap-2">
        <Skeleton shape="block" className="h-10 w-64" />
        <Skeleton shape="block" className="h-4 w-32" />
      </div>
      <Skeleton shape="block" className="h-11 w-full" />
    </div>
  );
}
