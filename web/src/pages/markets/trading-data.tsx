import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type Pair, pairsQuery } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { busiestPair } from "@/features/overview/pair-model";
import { TradingDataBoard } from "@/features/trading-data/trading-data-board";
import { TradingDataChoiceForm, useTradingDataChoice } from "@/features/trading-data/trading-data-choice";
import { isQuiet } from "@/features/trading-data/trading-data-metrics";
import { type Period, tradingDataQuery } from "@/features/trading-data/trading-data-query";
import { intervalName } from "@/lib/interval-name";

export function TradingDataPage() {
  const pairs = useQuery(pairsQuery);
  const { symbol, period } = useTradingDataChoice();
  const first = pairs.data && busiestPair(pairs.data);
  const shown = symbol ?? first?.symbol ?? "";
  const pair = pairs.data?.find((one) => one.symbol === shown);

  return (
    <PageSection
      level={1}
      title={i18n._("Trading data")}
      description={i18n._("From this exchange’s own trades and order book: 30 intervals of {period} each.", {
        period: intervalName(period),
      })}
      actions={
        pairs.data && <TradingDataChoiceForm key={shown} pairs={pairs.data} symbol={shown} period={period} />
      }
    >
      <QueryView
        query={pairs}
        empty={
          <EmptyState icon="chart-spline" title={i18n._("No pairs listed yet")}>
            {i18n._("Stats appear here once the first market opens.")}
          </EmptyState>
        }
        skeleton={<BoardSkeleton />}
      >
        {() => (pair ? <PairData pair={pair} period={period} /> : <UnknownPair symbol={shown} />)}
      </QueryView>
    </PageSection>
  );
}

function PairData({ pair, period }: { pair: Pair; period: Period }) {
  const data = useQuery(tradingDataQuery(pair.symbol, period));
  return (
    <QueryView
      query={data}
      isEmpty={({ items }) => isQuiet(items)}
      empty={
        <EmptyState icon="chart-spline" title={i18n._("No trades in this range")}>
          {i18n._("Choose another pair or a longer interval.")}
        </EmptyState>
      }
      skeleton={<BoardSkeleton />}
    >
      {(loaded) => <TradingDataBoard data={loaded} pair={pair} />}
    </QueryView>
  );
}

function UnknownPair({ symbol }: { symbol: string }) {
  return (
    <EmptyState icon="search" title={i18n._("Pair {symbol} doesn’t exist", { symbol })}>
      {i18n._("Choose one of the pairs above.")}
    </EmptyState>
  );
}

function BoardSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Skeleton shape="block" className="h-72 w-full" />
      </div>
      {["aggressor", "spread", "imbalance", "volatility"].map((metric) => (
        <Skeleton key={metric} shape="block" className="h-72 w-full" />
      ))}
    </div>
  );
}
