import { persisted } from "@/lib/persisted";

const AMOUNT = /^\d{0,20}(\.\d{0,18})?$/;

const useMinTradeSizes = persisted<Record<string, string>>("cw:tape-least", parseSizes, "browser");

/** Trades of a pair smaller than this are not shown; empty for all of them. Stored in this browser, pair by pair. */
export function useMinTradeSize(symbol: string): [least: string, setLeast: (least: string) => void] {
  const least = useMinTradeSizes((sizes) => sizes[symbol] ?? "");

  function setLeast(next: string): void {
    if (!AMOUNT.test(next)) return;
    const { [symbol]: _, ...others } = useMinTradeSizes.getState();
    useMinTradeSizes.setState(next === "" ? others : { ...others, [symbol]: next }, true);
  }

  return [least, setLeast];
}

function parseSizes(stored: unknown): Record<string, string> {
  const sizes = Object.entries(Object(stored)).filter(
    (size): size is [string, string] => typeof size[1] === "string" && AMOUNT.test(size[1]),
  );
  return Object.fromEntries(sizes);
}
