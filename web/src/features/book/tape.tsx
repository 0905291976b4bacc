import { i18n } from "@lingui/core";
import { type KeyboardEvent, memo, useState } from "react";
import type { Pair, PublicTrade } from "@/api/pairs";
import { classNames } from "@/lib/class-names";
import { formatClock } from "@/lib/dates";
import { decimalsOfStep } from "@/lib/format-number";
import { columnSize, priceOf } from "@/lib/pair-figures";
import { persisted } from "@/lib/persisted";
import { useConnectionState } from "@/realtime/connection";
import { useTape } from "@/realtime/tape";
import { PanelHead } from "./panel-head";

const AMOUNT = /^\d{0,20}(\.\d{0,18})?$/;

const useMinTradeSizes = persisted<Record<string, string>>("cw:tape-least", parseSizes, "browser");

/** The min size of trades shown for a pair; empty for all. Stored in this browser by pair. */
function useMinTradeSize(symbol: string): [minSize: string, setMinSize: (minSize: string) => void] {
  const minSize = useMinTradeSizes((sizes) => sizes[symbol] ?? "");

  function setMinSize(next: string): void {
    if (!AMOUNT.test(next)) return;
    const { [symbol]: _, ...others } = useMinTradeSizes.getState();
    useMinTradeSizes.setState(next === "" ? others : { ...others, [symbol]: next }, true);
  }

  return [minSize, setMinSize];
}

function parseSizes(stored: unknown): Record<string, string> {
  const sizes = Object.entries(Object(stored)).filter(
    (size): size is [string, string] => typeof size[1] === "string" && AMOUNT.test(size[1]),
  );
  return Object.fromEntries(sizes);
}

type TapeProps = { pair: Pair; isTitled?: boolean; onPick: (pick: { price: string }) => void };

/** The latest trades, newest first. */
export function Tape({ pair, isTitled = true, onPick }: TapeProps) {
  const trades = useTape(pair.symbol);
  const isStale = useConnectionState() !== "live" && trades.length > 0;
  const [minSize, setMinSize] = useMinTradeSize(pair.symbol);
  // A lone decimal point is an incomplete number and filters nothing.
  const from = Number(minSize) || 0;
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const shown = from > 0 ? trades.filter(({ quantity }) => Number(quantity) >= from) : trades;
  // The newest trade has the tab stop.
  const entry = shown.find(({ id }) => id === focusedId) ?? shown[0];
  return (
    <section aria-label={i18n._("Trades")} className="flex h-full min-h-0 flex-col">
      <PanelHead title={i18n._("Trades")} isTitled={isTitled} isStale={isStale}>
        <TapeFilter coin={pair.base} minSize={minSize} onMinSize={setMinSize} />
      </PanelHead>
      <table className="flex min-h-0 grow flex-col">
        <caption className="sr-only">{i18n._("Latest {symbol} trades", { symbol: pair.symbol })}</caption>
        <thead className="block shrink-0">
          <tr className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_3.5rem] gap-2 px-3 pb-1 text-12 text-ink-3 *:truncate *:font-normal">
            <th className="text-start">{i18n._("Price ({coin})", { coin: pair.quote })}</th>
            {/* Wider than its column: there is room beside the previous heading. */}
            <th className="w-max max-w-[calc(100%+1.25rem)] justify-self-end">
              {i18n._("Amount ({coin})", { coin: pair.base })}
            </th>
            <th className="text-end">{i18n._("Time")}</th>
          </tr>
        </thead>
        <tbody
          onKeyDown={moveFocus}
          onBlur={() => setFocusedId(null)}
          className={classNames(
            "relative block min-h-0 grow overflow-y-auto overscroll-contain [contain:strict] [scrollbar-width:thin]",
            isStale && "grayscale",
          )}
        >
          {shown.length === 0 && (
            <tr className="block px-3 py-6 text-center text-12 text-ink-3">
              <td className="block">
                {trades.length === 0 ? i18n._("No trades yet") : i18n._("No recent trades this large")}
              </td>
            </tr>
          )}
          {shown.map((trade) => (
            <TapeLine
              key={trade.id}
              pair={pair}
              trade={trade}
              isEntry={trade === entry}
              onFocus={setFocusedId}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Arrow keys move between trades (roving tabindex), which would otherwise be fifty tab stops. */
function moveFocus(event: KeyboardEvent): void {
  const row = document.activeElement?.closest("tr");
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector("button")?.focus();
}

type TapeLineProps = {
  pair: Pair;
  trade: PublicTrade;
  /** Whether the row has the tab stop. */
  isEntry: boolean;
  onFocus: (id: number) => void;
  onPick: TapeProps["onPick"];
};

const TapeLine = memo(function TapeLine({ pair, trade, isEntry, onFocus, onPick }: TapeLineProps) {
  const isBuy = trade.side === "buy";
  return (
    <tr className="relative grid h-5 grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_3.5rem] items-center gap-2 px-3 text-12 tabular-nums hover:bg-line/60 *:truncate *:p-0 pointer-coarse:h-7">
      <td className={isBuy ? "text-buy" : "text-sell"}>
        <button
          type="button"
          tabIndex={isEntry ? 0 : -1}
          onFocus={() => onFocus(trade.id)}
          onClick={() => onPick({ price: trade.price })}
          className="block max-w-full truncate -outline-offset-1 after:absolute after:inset-0"
        >
          <span className="sr-only">{isBuy ? i18n._("bought at") : i18n._("sold at")} </span>
          {priceOf(pair, trade.price)} <span aria-hidden="true">{isBuy ? "▲" : "▼"}</span>
        </button>
      </td>
      <td className="text-end text-ink">{columnSize(trade.quantity, decimalsOfStep(pair.step_size))}</td>
      <td className="text-end text-ink-3">{formatClock(trade.ts_ms)}</td>
    </tr>
  );
});

type TapeFilterProps = { coin: string; minSize: string; onMinSize: (minSize: string) => void };

/** The min trade size filter. */
function TapeFilter({ coin, minSize, onMinSize }: TapeFilterProps) {
  return (
    <label className="flex items-center gap-1.5 text-12 text-ink-3">
      {i18n._("At least")}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={minSize}
        onChange={(event) => onMinSize(event.target.value.replace(",", "."))}
        className="h-6 w-16 rounded-control border border-line-control bg-shelf px-1.5 text-end text-12 text-ink tabular-nums placeholder:text-ink-3 hover:border-ink-3 pointer-coarse:h-8 pointer-coarse:w-24 pointer-coarse:text-16"
      />
      {coin}
    </label>
  );
}
