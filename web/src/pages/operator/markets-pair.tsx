import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { type Pair, pairsQuery } from "@/features/operator/markets/api";
import { coinsQuery } from "@/features/operator/markets/coin-api";
import { OrdersCard, PlaceCard, ReferenceCard } from "@/features/operator/markets/pair-cards";
import { PairFigures } from "@/features/operator/markets/pair-figures";
import { RulesCard } from "@/features/operator/markets/rules-card";
import { StateCard } from "@/features/operator/markets/state-card";
import { SubjectLinks } from "@/features/operator/subject-links";
import { textOf } from "@/lib/text-of";

export function OperatorPairPage() {
  const symbol = textOf(useParams({ strict: false }).pair);
  return (
    <ConsolePage
      title={symbol}
      permission="markets"
      actions={
        <SubjectLinks
          subject={`pair:${symbol}`}
          backTo="/operator/markets"
          backLabel={i18n._("All markets")}
        />
      }
    >
      <ShownPair symbol={symbol} />
    </ConsolePage>
  );
}

function ShownPair({ symbol }: { symbol: string }) {
  const pairs = useQuery(pairsQuery);
  return (
    <QueryView query={pairs} skeleton={<Skeleton shape="card" />}>
      {({ items }) => {
        const pair = items.find((each) => each.symbol === symbol);
        if (pair) return <PairView key={symbol} pair={pair} />;
        return <EmptyState icon="chart-candlestick" title={i18n._("Pair not found")} />;
      }}
    </QueryView>
  );
}

function PairView({ pair }: { pair: Pair }) {
  return (
    <>
      <h2 className="sr-only">{i18n._("Market")}</h2>
      <PairFigures pair={pair} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-last">
          <Rules pair={pair} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <ReferenceCard pair={pair} />
            <PlaceCard pair={pair} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <StateCard pair={pair} />
          <OrdersCard pair={pair} />
        </div>
      </div>
    </>
  );
}

function Rules({ pair }: { pair: Pair }) {
  const coins = useQuery(coinsQuery);
  return (
    <QueryView query={coins} skeleton={<Skeleton shape="card" />}>
      {({ items }) => {
        const decimalsOf = (coin: string) => items.find(({ symbol }) => symbol === coin)?.decimals ?? 0;
        const decimals = { base: decimalsOf(pair.base), quote: decimalsOf(pair.quote) };
        return <RulesCard pair={pair} decimals={decimals} />;
      }}
    </QueryView>
  );
}
