import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { pairsQuery } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Spinner } from "@/design/spinner";
import { busiestPair } from "@/features/overview/pair-model";
import { readLastPair } from "@/features/trading/last-pair";

/** Redirects to the last used pair, or else to the one with the highest volume. */
export function TradingPage() {
  const last = readLastPair();
  const pairs = useQuery(pairsQuery);

  return (
    <>
      <h1 className="sr-only">{i18n._("Trading")}</h1>
      <QueryView
        query={pairs}
        empty={
          <EmptyState icon="chart-candlestick" title={i18n._("No markets yet")}>
            {i18n._("Markets appear here once they open.")}
          </EmptyState>
        }
        skeleton={
          <div className="grid min-h-96 place-items-center">
            <Spinner />
          </div>
        }
      >
        {(known) => {
          const pair = known.find(({ symbol }) => symbol === last) ?? busiestPair(known);
          return pair && <Navigate to="/trading/$pair" params={{ pair: pair.symbol }} replace />;
        }}
      </QueryView>
    </>
  );
}
