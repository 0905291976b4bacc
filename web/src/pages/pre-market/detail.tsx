import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isMissing } from "@/api/problem-outcome";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { premarketQuery } from "@/features/premarket/api";
import { PremarketView } from "@/features/premarket/premarket-view";
import { textOf } from "@/lib/text-of";

export function PreMarketDetailPage() {
  const symbol = textOf(useParams({ strict: false }).symbol).toUpperCase();
  const market = useQuery(premarketQuery(symbol));
  if (isMissing(market.error)) return <NotFound symbol={symbol} />;
  return (
    <QueryView query={market} skeleton={<Loading />}>
      {(shown) => <PremarketView key={symbol} market={shown} />}
    </QueryView>
  );
}

function NotFound({ symbol }: { symbol: string }) {
  return (
    <>
      <h1 className="sr-only">{i18n._("Pre-market")}</h1>
      <EmptyState
        icon="hourglass"
        title={i18n._("There is no pre-market of {symbol}", { symbol })}
        action={
          <Link to="/pre-market" className={buttonClass({ severity: "secondary" })}>
            {i18n._("All pre-markets")}
          </Link>
        }
      />
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-md">
        <Skeleton shape="text" lines={2} />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
