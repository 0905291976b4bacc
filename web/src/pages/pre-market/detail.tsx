import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ProblemError } from "@/api/problem-error";
import { isMissing } from "@/api/problem-outcome";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { premarketQuery } from "@/features/premarket/api";
import { PremarketView } from "@/features/premarket/premarket-view";
import { textOf } from "@/lib/text-of";
import { documentTitle } from "@/session/site";

export function PreMarketDetailPage() {
  const symbol = textOf(useParams({ strict: false }).symbol).toUpperCase();
  const market = useQuery(premarketQuery(symbol));
  const name = market.data?.name;
  useEffect(() => {
    if (name !== undefined) document.title = documentTitle(`${name} (${symbol})`);
  }, [name, symbol]);
  if (isMissing(market.error)) throw unknownPremarket(symbol);
  return (
    <QueryView query={market} skeleton={<Loading />}>
      {(shown) => <PremarketView key={symbol} market={shown} />}
    </QueryView>
  );
}

function unknownPremarket(symbol: string): ProblemError {
  const detail = i18n._("There is no pre-market of {symbol}.", { symbol });
  return new ProblemError(404, { code: "NOT_FOUND", title: i18n._("Page not found"), detail });
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
