import { useState } from "react";

const KEY = "cw:tape-least";
const AMOUNT = /^\d{0,20}(\.\d{0,18})?$/;

/** Trades of a pair smaller than this are not shown; empty for all of them. Kept on this device, pair by pair. */
export function useMinTradeSize(symbol: string): [least: string, setLeast: (least: string) => void] {
  const [all, setAll] = useState(read);

  function setLeast(least: string): void {
    if (!AMOUNT.test(least)) return;
    const { [symbol]: _, ...others } = all;
    const next = least === "" ? others : { ...others, [symbol]: least };
    setAll(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts as long as the panel.
    }
  }

  return [all[symbol] ?? "", setLeast];
}

function read(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const pairs = Object.entries(kept ?? {}).filter(
      ([, least]) => typeof least === "string" && AMOUNT.test(least),
    );
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}
