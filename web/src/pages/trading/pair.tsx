import { i18n } from "@lingui/core";
import { Navigate, useParams } from "@tanstack/react-router";
import { useDeferredValue, useEffect } from "react";
import { ProblemError } from "@/api/problem-error";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { saveLastPair } from "@/features/trading/last-pair";
import { usePair } from "@/features/trading/use-pair";
import { loadPriceChart } from "./chart-panel";
import { TradingScreen } from "./trading-screen";

const SYMBOL = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/;

export function TradingPairPage() {
  const { pair = "" } = useParams({ strict: false });
  const symbol = pair.toUpperCase();
  if (!SYMBOL.test(symbol)) throw unknownPair(pair);
  if (symbol !== pair) return <Navigate to="/trading/$pair" params={{ pair: symbol }} replace />;
  return <KnownPair key={symbol} symbol={symbol} />;
}

function KnownPair({ symbol }: { symbol: string }) {
  const pair = usePair(symbol);
  const isKnown = pair.data !== undefined;
  // Deferred: rendering the large screen immediately would block the main thread.
  const data = useDeferredValue(pair.data);

  useEffect(() => {
    if (isKnown) saveLastPair(symbol);
  }, [isKnown, symbol]);
  useEffect(() => {
    // After the first paint. If loading fails, the chart shows it.
    const frame = requestAnimationFrame(() => setTimeout(() => loadPriceChart().catch(() => undefined)));
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <>
      {data === undefined && <h1 className="sr-only">{symbol}</h1>}
      <QueryView query={{ ...pair, data }} skeleton={<TradingSkeleton />}>
        {(known) => <TradingScreen pair={known} />}
      </QueryView>
    </>
  );
}

function unknownPair(symbol: string): ProblemError {
  const detail = i18n._("Pair {symbol} doesn’t exist.", { symbol });
  return new ProblemError(404, { code: "PAIR_UNKNOWN", title: i18n._("Page not found"), detail });
}

/** The placeholder of the trading screen. */
function TradingSkeleton() {
  return (
    <div className="grid min-h-(--page-height) grid-rows-[3.5rem_minmax(0,1fr)] gap-px bg-line xl:min-h-0 xl:h-[calc(var(--page-height)-3rem)]">
      <div className="flex items-center gap-6 bg-abyss px-4">
        <Skeleton shape="block" className="h-7 w-36" />
        <Skeleton shape="block" className="h-6 w-24" />
      </div>
      <div className="grid gap-px xl:grid-cols-[minmax(0,1fr)_18rem_19rem]">
        <div className="bg-deep p-4">
          <Skeleton shape="block" className="h-96 w-full" />
        </div>
        <div className="hidden bg-deep p-4 xl:block">
          <Skeleton shape="text" lines={16} />
        </div>
        <div className="hidden bg-deep p-4 xl:block">
          <Skeleton shape="text" lines={10} />
        </div>
      </div>
    </div>
  );
}
