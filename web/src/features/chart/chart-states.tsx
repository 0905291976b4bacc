import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Spinner } from "@/design/spinner";
import type { CandleFeed } from "./candle-feed";
import { useFeedState } from "./use-candle-feed";

/** The loading, empty and error states over the chart, and the state of its history. */
export function ChartStates({ feed, isDrawn }: { feed: CandleFeed; isDrawn: boolean }) {
  const { status, history } = useFeedState(feed);
  if (status === "loading" || (status === "ready" && !isDrawn)) return <LoadingBars />;
  if (status === "failed")
    return (
      <div className="absolute inset-0 z-3 flex items-center justify-center overflow-y-auto bg-deep">
        <ErrorState title={i18n._("Couldn’t load the chart")} onRetry={() => void feed.load()} />
      </div>
    );
  if (status === "empty")
    return (
      <div className="absolute inset-0 z-3 flex items-center justify-center overflow-y-auto bg-deep">
        <EmptyState icon="chart-candlestick" title={i18n._("No trades yet")}>
          {i18n._("The chart starts with this pair’s first trade.")}
        </EmptyState>
      </div>
    );
  if (history === "loading")
    return (
      <div className="absolute bottom-9 left-2 z-3 flex items-center gap-2 rounded-control bg-raised px-2 py-1 text-12 text-ink-2">
        <Spinner size={12} label={i18n._("Loading older candles")} />
      </div>
    );
  if (history === "failed")
    return (
      <div
        role="alert"
        className="absolute bottom-9 left-2 z-3 flex items-center gap-2 rounded-control border border-line-strong bg-raised px-2 py-1 text-12 text-ink"
      >
        {i18n._("Couldn’t load older candles.")}
        <Button severity="link" size="small" onClick={() => void feed.loadOlder()}>
          {i18n._("Try again")}
        </Button>
      </div>
    );
  return null;
}

// Placeholder heights of bars.
const BARS = [34, 40, 36, 46, 52, 48, 56, 50, 44, 47, 58, 64, 60, 54, 62, 70, 66, 72, 65, 68, 76, 71, 74, 80];

function LoadingBars() {
  return (
    <div role="status" className="absolute inset-0 z-3 flex items-end gap-1.5 bg-deep px-4 pt-10 pb-9">
      <span className="sr-only">{i18n._("Loading")}</span>
      {BARS.map((height) => (
        <div
          key={height}
          className="min-w-0 flex-1 rounded-control bg-raised motion-safe:animate-pulse"
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  );
}
