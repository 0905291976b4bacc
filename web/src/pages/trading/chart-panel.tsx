import { i18n } from "@lingui/core";
import {
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { Pair } from "@/api/pairs";
import { lazyPart } from "@/design/lazy-part";
import { Skeleton } from "@/design/skeleton";
import { TabPanel, TabRow } from "@/design/tab-row";
import type { MoveOrders } from "@/features/chart/chart-orders";
import type { PriceChartProps } from "@/features/chart/price-chart";
import { useAmendOrder } from "@/features/orders/api";
import { useOneClick } from "@/features/orders/one-click";
import { isOpen } from "@/features/orders/open-orders";
import { moveRisk } from "@/lib/move-risk";
import { connectionState, useConnectionState } from "@/realtime/connection";
import { readBestPrices } from "@/realtime/depth";
import { useOwnFills, useOwnOrders } from "./use-own-orders";

const PriceChart = lazyPart(() => loadPriceChart().then((module) => module.PriceChart));
const DepthChart = lazyPart(() => import("@/features/book/depth-chart").then((module) => module.DepthChart));

/** The largest chunk of the page: preloaded before it is known whether the pair exists. */
export function loadPriceChart() {
  return import("@/features/chart/price-chart");
}

export type ChartTab = "price" | "depth";

interface ChartPanelProps {
  pair: Pair;
  tab: ChartTab;
  onTab: (tab: ChartTab) => void;
  priceChart: ReactNode;
}

/** The chart of prices or of the book's depth. */
export function ChartPanel({ pair, tab, onTab, priceChart }: ChartPanelProps) {
  const id = useId();
  const tabs = [
    { value: "price", label: i18n._("Price") },
    { value: "depth", label: i18n._("Depth") },
  ] as const;

  return (
    <div className="flex h-full min-h-0 flex-col">
      <TabRow<ChartTab> id={id} label={i18n._("Charts")} tabs={tabs} value={tab} onChange={onTab} />
      <TabPanel id={id} value={tab} className="min-h-0 grow">
        {tab === "price" ? priceChart : <LazyDepthChart pair={pair} />}
      </TabPanel>
    </div>
  );
}

/**
 * One price chart for every layout. The layouts show `slot`; `chart` is rendered beside them, and its element
 * moves to the slot of the next layout, so that turning a phone keeps zoom and position.
 */
export function usePriceChart(
  pair: Pair,
  onAlerts: (() => void) | undefined,
): { slot: ReactNode; chart: ReactNode } {
  const [host] = useState(() => Object.assign(document.createElement("div"), { className: "h-full" }));
  const [isShown, setShown] = useState(false);
  // One commit detaches the old slot and attaches the new one: the chart is not unmounted in between.
  const attach = useCallback(
    (slot: HTMLElement | null) => {
      slot?.append(host);
      setShown(slot !== null);
    },
    [host],
  );
  return {
    slot: <div ref={attach} className="h-full" />,
    chart: isShown && createPortal(<OwnPriceChart pair={pair} onAlerts={onAlerts} />, host),
  };
}

export function LazyDepthChart({ pair }: { pair: Pair }) {
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <DepthChart pair={pair} />
    </Suspense>
  );
}

/** The price chart with the client's orders and fills. */
function OwnPriceChart({ pair, onAlerts }: { pair: Pair; onAlerts: (() => void) | undefined }) {
  // Deferred: updates that arrive during concurrent rendering would otherwise make it synchronous.
  const orders = useDeferredValue(useOwnOrders(pair.symbol));
  const fills = useDeferredValue(useOwnFills(pair.symbol));
  const isStale = useDeferredValue(useConnectionState() === "offline");
  const { mutateAsync } = useAmendOrder();
  const { symbol } = pair;
  const moveOrders = useMemo<MoveOrders>(
    () => ({
      riskOf(side, price) {
        const best = readBestPrices(symbol);
        const isStale = best.isStale || connectionState() === "offline";
        return moveRisk(side, price, { ...best, isStale, isOneClick: useOneClick.getState() });
      },
      move: async (id, price) => isOpen((await mutateAsync({ id, price })).order),
    }),
    [mutateAsync, symbol],
  );
  return (
    <LazyPriceChart
      pair={pair}
      orders={orders}
      fills={fills}
      moveOrders={moveOrders}
      isStale={isStale}
      onAlerts={onAlerts}
    />
  );
}

const LazyPriceChart = memo(function LazyPriceChart(props: PriceChartProps) {
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <PriceChart {...props} />
    </Suspense>
  );
});

function ChartSkeleton() {
  return (
    <div role="status" className="h-full p-4 *:h-full">
      <span className="sr-only">{i18n._("Loading")}</span>
      <Skeleton shape="block" className="h-full min-h-40 w-full" />
    </div>
  );
}
