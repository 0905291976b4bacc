import type { Assets } from "@/api/assets";
import { divide, isZero, subtract } from "@/lib/decimal";
import type { ValueUnit } from "@/session/portfolio-view";
import type { AssetHistory } from "./api";

export type HistoryPoint = { at: number; value: string };

type Totals = Pick<Assets, "total_usdt" | "total_btc">;

/** The values in a unit, the last one current; points without a value are left out. */
export function historyPoints(
  items: AssetHistory["items"],
  now: Totals | undefined,
  unit: ValueUnit,
): HistoryPoint[] {
  const read = ({ total_usdt, total_btc }: Totals) => (unit === "USDT" ? total_usdt : total_btc);
  return items.flatMap((item, index) => {
    const value = read(index === items.length - 1 && now ? now : item);
    return value === null ? [] : [{ at: item.at, value }];
  });
}

const RATIO_DECIMALS = 6;

/** The change from the first to the last value: absolute, and relative if the first is not zero. */
export function differenceOf(points: readonly HistoryPoint[]): { amount: string; ratio: string | null } {
  const first = points[0]?.value ?? "0";
  const amount = subtract(points.at(-1)?.value ?? "0", first);
  return { amount, ratio: isZero(first) ? null : divide(amount, first, RATIO_DECIMALS, "nearest") };
}
