import { i18n } from "@lingui/core";
import { Suspense, useId } from "react";
import type { Pair } from "@/api/pairs";
import { Checkbox } from "@/design/checkbox";
import { lazyPart } from "@/design/lazy-part";
import { Skeleton } from "@/design/skeleton";
import { TabPanel, TabRow } from "@/design/tab-row";
import { SignedIn } from "@/features/orders/signed-in";
import { type BottomTab, useBottomView } from "@/features/trading/bottom-view";
import { useIsSignedIn } from "@/session/session";
import { useOwnOrders } from "./use-own-orders";

// Lazily loaded: visitors need none of it, and clients one tab at a time.
const CancelAllButton = lazyPart(
  () => import("@/features/orders/cancel-all-button").then((module) => module.CancelAllButton),
  () => null,
);
const OpenOrdersTable = lazyPart(() =>
  import("@/features/orders/open-orders-table").then((module) => module.OpenOrdersTable),
);
const OrderHistoryTable = lazyPart(() =>
  import("@/features/orders/order-history-table").then((module) => module.OrderHistoryTable),
);
const FillsTable = lazyPart(() =>
  import("@/features/orders/fills-table").then((module) => module.FillsTable),
);
const AssetsTable = lazyPart(() =>
  import("@/features/ledger/assets-table").then((module) => module.AssetsTable),
);

/** The client's orders, trades and assets. */
export function BottomPanel({ pair }: { pair: Pair }) {
  const id = useId();
  const { tab, isAll } = useBottomView();
  const setTab = (next: BottomTab) => useBottomView.setState({ tab: next });
  const isSignedIn = useIsSignedIn();
  const orders = useOwnOrders(pair.symbol);
  const symbol = isAll ? undefined : pair.symbol;
  const tabs = [
    { value: "open", label: i18n._("Open orders"), count: orders.length || undefined },
    { value: "history", label: i18n._("Order history") },
    { value: "fills", label: i18n._("Trades") },
    { value: "assets", label: i18n._("Assets") },
  ] as const;
  const tables = {
    open: <OpenOrdersTable symbol={symbol} />,
    history: <OrderHistoryTable symbol={symbol} />,
    fills: <FillsTable symbol={symbol} />,
    assets: <AssetsTable variant="panel" />,
  };

  return (
    <section aria-label={i18n._("Your orders")} className="flex h-full min-h-0 flex-col">
      <TabRow<BottomTab> id={id} label={i18n._("Your orders")} tabs={tabs} value={tab} onChange={setTab}>
        {tab !== "assets" && (
          <span className="max-sm:hidden">
            <Checkbox
              label={i18n._("All pairs")}
              checked={isAll}
              onChange={(event) => useBottomView.setState({ isAll: event.target.checked })}
            />
          </span>
        )}
        {tab === "open" && isSignedIn && (
          <Suspense>
            <CancelAllButton symbol={symbol} />
          </Suspense>
        )}
      </TabRow>
      <TabPanel
        id={id}
        value={tab}
        // It scrolls, and not everything in it has something to focus.
        tabIndex={0}
        className="min-h-0 grow overflow-auto overscroll-contain [scrollbar-width:thin]"
      >
        <Suspense
          fallback={
            <div className="p-3">
              <Skeleton shape="text" lines={4} />
            </div>
          }
        >
          {tab === "assets" ? tables.assets : <SignedIn>{tables[tab]}</SignedIn>}
        </Suspense>
      </TabPanel>
    </section>
  );
}
