import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { EmptyState } from "@/design/empty-state";
import { PremarketStatusBadge } from "@/design/premarket-status-badge";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { decimalsOfStep, formatCompact, formatFixed, formatRate } from "@/lib/format-number";
import { premarketsQuery } from "./api";
import { TimeLeft } from "./countdown";
import { useLivePremarkets } from "./live";
import { isWanted, usePremarketFilter } from "./premarket-filter";
import { Protection } from "./protection";
import { nextMilestone } from "./texts";
import type { Premarket } from "./types";

const GRID = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

/** Every pre-market that the filter lets through, as a card that leads to it. */
export function PremarketCards() {
  const markets = useQuery(premarketsQuery);
  const filter = usePremarketFilter();
  useLivePremarkets();

  return (
    <QueryView
      query={markets}
      skeleton={
        <div className={GRID}>
          {["first", "second", "third"].map((place) => (
            <Skeleton key={place} shape="card" />
          ))}
        </div>
      }
      empty={
        <EmptyState icon="hourglass" title={i18n._("No pre-markets yet")}>
          {i18n._("Coins that trade before their listing appear here.")}
        </EmptyState>
      }
    >
      {({ items, protection }) => (
        <>
          <Cards markets={items.filter((market) => isWanted(market, filter))} />
          <Protection balances={protection} />
        </>
      )}
    </QueryView>
  );
}

function Cards({ markets }: { markets: readonly Premarket[] }) {
  if (markets.length === 0)
    return <EmptyState icon="search" title={i18n._("No pre-markets match these filters")} />;
  return (
    <ul className={GRID}>
      {markets.map((market) => (
        <li key={market.symbol} className="min-w-0">
          <PremarketCard market={market} />
        </li>
      ))}
    </ul>
  );
}

function PremarketCard({ market }: { market: Premarket }) {
  const { symbol, name, icon, quote, status, change } = market;
  const milestone = nextMilestone(market);
  return (
    <article className="relative flex h-full flex-col gap-4 rounded-card border border-line bg-deep p-4 transition-colors hover:border-line-strong hover:bg-shelf">
      <header className="flex items-start gap-3">
        <CoinIcon symbol={symbol} icon={icon} size={40} />
        <div className="min-w-0 grow">
          <h3 className="font-semibold text-16 wrap-anywhere">
            <Link
              to={`/pre-market/detail/${symbol}`}
              className="rounded-control after:absolute after:inset-0 after:content-['']"
            >
              {name}
            </Link>
          </h3>
          <p className="text-13 text-ink-2">
            {symbol} / {quote}
          </p>
        </div>
        <PremarketStatusBadge status={status} />
      </header>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <LastPrice market={market} />
        {change !== null && <Change value={change} className="text-14" />}
      </p>
      <dl className="mt-auto grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t pt-3 text-13">
        <Fact name={i18n._("24h volume")}>
          {formatCompact(market.volume)} {quote}
        </Fact>
        {milestone ? (
          <Fact name={milestone.label}>
            <TimeLeft until={milestone.at} />
          </Fact>
        ) : (
          <Fact name={i18n._("Collateral")}>{formatRate(market.collateral_rate)}</Fact>
        )}
      </dl>
    </article>
  );
}

function LastPrice({ market: { last_price, tick_size, quote } }: { market: Premarket }) {
  if (last_price === null) return <span className="text-14 text-ink-2">{i18n._("No trades yet")}</span>;
  return (
    <span className="font-semibold text-20 tabular-nums">
      {formatFixed(last_price, decimalsOfStep(tick_size))}{" "}
      <span className="font-normal text-13 text-ink-3">{quote}</span>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-ink tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
