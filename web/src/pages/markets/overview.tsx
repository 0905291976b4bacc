import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { marketOverviewQuery } from "@/api/market-overview";
import { pairsQuery } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConnectionBadge } from "@/features/book/connection-badge";
import { usePriceAlerts } from "@/features/notices/use-price-alerts";
import { OverviewCards, OverviewTotals } from "@/features/overview/overview-cards";
import { HeatMap } from "@/features/overview/overview-heat-map";
import { MarketsList } from "@/features/overview/overview-list";
import { useConnectionState } from "@/realtime/connection";
import { useTickers } from "@/realtime/tickers";

// The polling interval while no tickers are pushed.
const OFFLINE_REFRESH_MS = 15_000;

export function MarketsOverviewPage() {
  const isLive = useConnectionState() === "live";
  const tickers = useTickers();
  const { alerts, alertDialog } = usePriceAlerts();
  const overview = useQuery(marketOverviewQuery);
  const pairs = useQuery({ ...pairsQuery, refetchInterval: isLive ? false : OFFLINE_REFRESH_MS });
  if (pairs.data?.length === 0) return <NoMarkets />;

  return (
    <PageSection
      level={1}
      title={i18n._("Markets overview")}
      description={<OverviewTotals totals={overview.data?.totals} />}
      actions={<ConnectionBadge />}
    >
      <div className="flex flex-col gap-8">
        <QueryView query={overview} isEmpty={() => false} skeleton={<GlanceSkeleton />}>
          {(shown) => (
            <div className="flex flex-col gap-8">
              <section>
                <h2 className="sr-only">{i18n._("Movers")}</h2>
                <OverviewCards overview={shown} tickers={tickers} />
              </section>
              <PageSection title={i18n._("Heat map")}>
                <HeatMap cells={shown.heat_map} tickers={tickers} />
              </PageSection>
            </div>
          )}
        </QueryView>
        <PageSection title={i18n._("All pairs")}>
          <QueryView query={pairs} skeleton={<Skeleton shape="table" rows={12} columns={6} />}>
            {(shown) => (
              <MarketsList pairs={shown} overview={overview.data} tickers={tickers} onAlerts={alerts} />
            )}
          </QueryView>
        </PageSection>
      </div>
      {alertDialog}
    </PageSection>
  );
}

function NoMarkets() {
  return (
    <PageSection level={1} title={i18n._("Markets overview")}>
      <EmptyState icon="chart-column" title={i18n._("No pairs listed yet")}>
        {i18n._("Prices, changes and volumes appear here once the first market opens.")}
      </EmptyState>
    </PageSection>
  );
}

function GlanceSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-4 max-sm:*:not-first:hidden sm:grid-cols-2 xl:grid-cols-4">
        {["gainers", "losers", "volume", "new"].map((card) => (
          <Skeleton key={card} shape="block" className="h-72 w-full" />
        ))}
      </div>
      <Skeleton shape="block" className="h-120 w-full" />
    </div>
  );
}
