import { i18n } from "@lingui/core";
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Pair } from "@/api/pairs";
import { lazyDialog } from "@/design/lazy-part";
import { toast } from "@/design/toast";
import { intervalName } from "@/lib/interval-name";
import type { ChartFill, ChartOrder, MoveOrders } from "./chart-orders";
import type { PanelName } from "./chart-settings";
import { useChartSettings } from "./chart-settings";
import { ChartStage } from "./chart-stage";
import { ChartToolbar } from "./chart-toolbar";
import type { ChartView } from "./chart-view";
import { useCandleFeed } from "./use-candle-feed";

/**
 * Makes an element fill the window, and the screen where the browser allows it. The element is moved in the
 * document, because its ancestors may clip or contain it; menus and toasts stay above it.
 */
function useFullScreen() {
  const home = useRef<HTMLDivElement | null>(null);
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = "flex min-h-0 w-full grow flex-col";
    return element;
  });
  const [isFull, setIsFull] = useState(false);

  // Before anything in it is measured.
  useLayoutEffect(() => {
    const place = isFull ? (document.querySelector("main") ?? document.body) : home.current;
    const focused = document.activeElement;
    for (const name of FULL_CLASSES) host.classList.toggle(name, isFull);
    place?.append(host);
    // Moving an element blurs its content.
    if (focused instanceof HTMLElement && host.contains(focused)) focused.focus({ preventScroll: true });
  }, [host, isFull]);

  useEffect(() => () => host.remove(), [host]);

  const leave = useCallback(() => {
    setIsFull(false);
    if (document.fullscreenElement) document.exitFullscreen().catch(ignore);
  }, []);

  const enter = useCallback(() => {
    setIsFull(true);
    // Not supported on some phones; the chart still fills the window.
    document.documentElement.requestFullscreen?.().catch(ignore);
  }, []);

  useEffect(() => {
    if (!isFull) return;
    const noticeScreen = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("fullscreenchange", noticeScreen);
    document.addEventListener("keydown", leaveByKey);
    return () => {
      document.removeEventListener("fullscreenchange", noticeScreen);
      document.removeEventListener("keydown", leaveByKey);
    };
  }, [isFull, leave]);

  return { home, host, isFull, toggle: isFull ? leave : enter };
}

const FULL_CLASSES = ["fixed", "inset-0", "z-(--layer-banner)", "bg-deep"];

/** The request was rejected or has ended; the page's state does not depend on it. */
function ignore(): void {}

// Lazily loaded: rarely opened, and it needs a library.
const ChartPanel = lazyDialog(() => import("./chart-panel").then((module) => module.ChartPanel));
const CandleTable = lazyDialog(() => import("./candle-table").then((module) => module.CandleTable));

export interface PriceChartProps {
  pair: Pair;
  /** The client's open orders in this pair. */
  orders: readonly ChartOrder[];
  /** The client's fills in this pair. */
  fills: readonly ChartFill[];
  /** Amends an order's price; an error is shown to the client, and the line is reset. */
  moveOrders: MoveOrders;
  /** Whether the data may be stale. */
  isStale?: boolean;
  /** Opens the alerts about the price. */
  onAlerts?: (() => void) | undefined;
}

/** The chart of a pair. It fills the available height. */
export function PriceChart(props: PriceChartProps) {
  const { pair, orders, fills, moveOrders, isStale = false, onAlerts } = props;
  const [settings, change] = useChartSettings();
  const feed = useCandleFeed(pair.symbol, settings.interval);
  const { home, host, isFull, toggle } = useFullScreen();
  const view = useRef<ChartView | null>(null);
  const keepView = useCallback((made: ChartView | null) => {
    view.current = made;
  }, []);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [hasTable, setHasTable] = useState(false);

  const closePanel = () => setPanel(null);

  async function savePicture() {
    try {
      const { downloadPicture } = await import("./picture");
      if (view.current) await downloadPicture(view.current.picture(), pair, feed);
    } catch {
      toast.add({ severity: "error", summary: i18n._("Couldn’t create the image"), life: 5000 });
    }
  }

  const title = { symbol: pair.symbol, interval: intervalName(feed.interval) };
  return (
    <div ref={home} className="flex h-full min-h-0 min-w-0 flex-col">
      {createPortal(
        <section
          aria-label={i18n._("Chart of {symbol}", title)}
          className="@container flex min-h-0 min-w-0 grow flex-col bg-deep"
        >
          <ChartToolbar
            settings={settings}
            onChange={change}
            panel={panel}
            onPanel={(name) => setPanel(panel === name ? null : name)}
            isFull={isFull}
            onFull={toggle}
            onPicture={() => void savePicture()}
            onTable={() => setHasTable(true)}
            onAlerts={onAlerts}
          />
          <div className="relative flex min-h-0 grow flex-col">
            <ChartStage
              pair={pair}
              feed={feed}
              settings={settings}
              orders={orders}
              fills={fills}
              moveOrders={moveOrders}
              isStale={isStale}
              onView={keepView}
              onPress={closePanel}
            />
            {panel && (
              <Suspense>
                <ChartPanel
                  key={panel}
                  name={panel}
                  settings={settings}
                  onChange={change}
                  onClose={closePanel}
                />
              </Suspense>
            )}
          </div>
        </section>,
        host,
      )}
      {hasTable && (
        <Suspense>
          <CandleTable feed={feed} pair={pair} onClose={() => setHasTable(false)} />
        </Suspense>
      )}
    </div>
  );
}
