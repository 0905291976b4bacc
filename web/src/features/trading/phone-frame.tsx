import { i18n } from "@lingui/core";
import { type ReactNode, useId, useState } from "react";
import { NativeDialog } from "@/design/native-dialog";
import { TabPanel, TabRow } from "@/design/tab-row";
import type { TradingParts } from "./wide-frame";

type Side = "buy" | "sell";
type PhoneTab = "chart" | "book" | "depth" | "trades";

type PhoneFrameProps = TradingParts & {
  depth: ReactNode;
  base: string;
  /** Opens the form; null while it is closed. */
  side: Side | null;
  onSide: (side: Side | null) => void;
};

/** Phones: one panel at a time, orders below, and sticky buttons that open the form. */
export function PhoneFrame({ chart, depth, book, tape, form, bottom, base, side, onSide }: PhoneFrameProps) {
  const id = useId();
  const [tab, setTab] = useState<PhoneTab>("chart");
  const tabs = [
    { value: "chart", label: i18n._("Chart") },
    { value: "book", label: i18n._("Book") },
    { value: "trades", label: i18n._("Trades") },
    { value: "depth", label: i18n._("Depth") },
  ] as const;
  const panels: Record<PhoneTab, ReactNode> = { chart, book, depth, trades: tape };

  return (
    <>
      <div className="bg-deep">
        <TabRow<PhoneTab>
          id={id}
          label={i18n._("Market views")}
          tabs={tabs}
          value={tab}
          onChange={setTab}
          isStretched
        />
        <TabPanel id={id} value={tab} className="h-[max(20rem,52dvh)]">
          {panels[tab]}
        </TabPanel>
      </div>
      <div className="mt-px min-h-64 bg-deep">{bottom}</div>
      <div className="sticky bottom-0 z-(--layer-header) mt-auto grid grid-cols-2 gap-2 border-line border-t bg-abyss p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <OrderButton side="buy" onPress={onSide} base={base} />
        <OrderButton side="sell" onPress={onSide} base={base} />
      </div>
      <NativeDialog open={side !== null} onClose={() => onSide(null)} title={i18n._("Order")} place="bottom">
        <div className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pb-4">{form}</div>
      </NativeDialog>
    </>
  );
}

function OrderButton({ side, base, onPress }: { side: Side; base: string; onPress: (side: Side) => void }) {
  const isBuy = side === "buy";
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onPress(side)}
      className={`h-12 truncate rounded-control px-3 font-semibold text-16 text-on-status ${isBuy ? "bg-buy" : "bg-sell"}`}
    >
      {isBuy ? i18n._("Buy {coin}", { coin: base }) : i18n._("Sell {coin}", { coin: base })}
    </button>
  );
}
