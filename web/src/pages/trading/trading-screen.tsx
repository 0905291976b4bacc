import { i18n } from "@lingui/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { useCoins } from "@/api/coins";
import type { Pair } from "@/api/pairs";
import { IconButton } from "@/design/icon-button";
import { lazyDialog, lazyPart } from "@/design/lazy-part";
import { Skeleton } from "@/design/skeleton";
import { useMedia } from "@/design/use-media";
import { OrderBook } from "@/features/book/order-book";
import { Tape } from "@/features/book/tape";
import { TickerHeader } from "@/features/book/ticker-header";
import type { BookPick } from "@/features/book/use-book-pointer";
import { usePriceAlerts } from "@/features/notices/use-price-alerts";
import type { OrderPrefill } from "@/features/orders/use-order-draft";
import { PairPicker } from "@/features/overview/pair-picker";
import { useTradingHotkeys } from "@/features/trading/hotkeys";
import { PhoneFrame } from "@/features/trading/phone-frame";
import { useLayouts } from "@/features/trading/use-layouts";
import { MiddleFrame, WideFrame } from "@/features/trading/wide-frame";
import { useTicker } from "@/realtime/tickers";
import { BottomPanel } from "./bottom-panel";
import { ChartPanel, type ChartTab, LazyDepthChart, usePriceChart } from "./chart-panel";
import { useOwnOrders } from "./use-own-orders";

// Drafts outlive the screen, so versions must be unique across screens.
let lastVersion = 0;

type Prefill = Omit<OrderPrefill, "version">;

type PickedPrice = { price: string; quantity?: string };

/** The price picked in the book, or a hotkey's choice, to be put into the form. */
function useOrderPrefill() {
  const [prefill, setPrefill] = useState<OrderPrefill>({ version: 0 });
  const ask = useCallback((next: Prefill) => {
    lastVersion += 1;
    setPrefill({ ...next, version: lastVersion });
  }, []);
  const pick = useCallback(
    ({ price, quantity }: PickedPrice) => {
      ask(quantity === undefined ? { price } : { price, quantity });
    },
    [ask],
  );
  return { prefill, ask, pick };
}

// A phone loads it when the form is opened.
const LiveForm = lazyPart(() => import("./live-form").then((module) => module.loadLiveForm()));
const HotkeyHelp = lazyDialog(() =>
  import("@/features/trading/hotkey-help").then((module) => module.HotkeyHelp),
);
const LayoutDialog = lazyDialog(() =>
  import("@/features/trading/layout-dialog").then((module) => module.LayoutDialog),
);

type OpenDialog = "pairs" | "keys" | "layouts" | null;

/** The trading screen of one pair: composes the panels and passes picks from one to another. */
export function TradingScreen({ pair }: { pair: Pair }) {
  const navigate = useNavigate();
  const coins = useCoins();
  const isWide = useMedia("(width >= 80rem)");
  const isPhone = useMedia("(width < 48rem)");
  const layouts = useLayouts();
  const { prefill, ask, pick } = useOrderPrefill();
  const { alerts, alertDialog } = usePriceAlerts();
  const showAlerts = useCallback(() => alerts(pair.symbol), [alerts, pair.symbol]);
  const { slot, chart } = usePriceChart(pair, showAlerts);
  const [chartTab, setChartTab] = useState<ChartTab>("price");
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [sheet, setSheet] = useState<"buy" | "sell" | null>(null);

  const chooseSide = useCallback(
    (side: "buy" | "sell" | null) => {
      if (side) ask({ side, ...(!isPhone && { focus: "price" }) });
      if (isPhone || side === null) setSheet(side);
    },
    [ask, isPhone],
  );
  const pickPrice = useCallback(
    (picked: PickedPrice) => {
      pick(picked);
      // The form is closed on phones: open it to show the picked price.
      if (isPhone) setSheet("buy");
    },
    [pick, isPhone],
  );
  useTradingHotkeys({
    "/": () => setDialog("pairs"),
    "?": () => setDialog("keys"),
    b: () => chooseSide("buy"),
    s: () => chooseSide("sell"),
    l: () => ask({ type: "limit", focus: "price" }),
    m: () => ask({ type: "market", focus: "amount" }),
    escape: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  });

  const parts = {
    chart: isPhone ? slot : <ChartPanel pair={pair} tab={chartTab} onTab={setChartTab} priceChart={slot} />,
    book: <LiveBook pair={pair} onPick={pickPrice} isTitled={!isPhone} />,
    tape: <Tape pair={pair} onPick={pickPrice} isTitled={!isPhone} />,
    form: (
      <Suspense fallback={<Skeleton shape="text" lines={9} />}>
        <LiveForm pair={pair} prefill={prefill} />
      </Suspense>
    ),
    bottom: <BottomPanel pair={pair} />,
  };

  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <LiveHeader
        pair={pair}
        picker={
          <PairPicker
            pair={pair}
            icon={coins.get(pair.base)?.icon ?? null}
            open={dialog === "pairs"}
            onOpen={(isOpen) => setDialog(isOpen ? "pairs" : null)}
            onChoose={(symbol) => void navigate({ to: "/trading/$pair", params: { pair: symbol } })}
            onAlerts={alerts}
          />
        }
        onKeys={() => setDialog("keys")}
        onLayouts={isWide ? () => setDialog("layouts") : undefined}
      />
      {isWide && <WideFrame {...parts} layout={layouts.layout} onChange={layouts.change} />}
      {isPhone && (
        <PhoneFrame
          {...parts}
          depth={<LazyDepthChart pair={pair} />}
          base={pair.base}
          side={sheet}
          onSide={chooseSide}
        />
      )}
      {!isWide && !isPhone && <MiddleFrame {...parts} />}
      {chart}
      {alertDialog}
      <Suspense>
        {dialog === "keys" && <HotkeyHelp open onClose={() => setDialog(null)} />}
        {dialog === "layouts" && <LayoutDialog layouts={layouts} open onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

type LiveBookProps = { pair: Pair; onPick: (pick: BookPick) => void; isTitled: boolean };

function LiveBook({ pair, onPick, isTitled }: LiveBookProps) {
  const ticker = useTicker(pair.symbol) ?? pair.ticker;
  const orders = useOwnOrders(pair.symbol);
  return <OrderBook pair={pair} last={ticker.last} orders={orders} onPick={onPick} isTitled={isTitled} />;
}

type LiveHeaderProps = {
  pair: Pair;
  picker: ReactNode;
  onKeys: () => void;
  onLayouts: (() => void) | undefined;
};

function LiveHeader({ pair, picker, onKeys, onLayouts }: LiveHeaderProps) {
  const ticker = useTicker(pair.symbol) ?? pair.ticker;
  return (
    <div className="shrink-0 border-line border-b bg-deep">
      <TickerHeader
        pair={pair}
        ticker={ticker}
        picker={picker}
        actions={
          <span className="flex max-md:hidden">
            {onLayouts && (
              <IconButton
                icon="layout-grid"
                size="small"
                label={i18n._("Customize layout")}
                onClick={onLayouts}
              />
            )}
            <IconButton icon="keyboard" size="small" label={i18n._("Keyboard shortcuts")} onClick={onKeys} />
          </span>
        }
      />
    </div>
  );
}
