import { compare, divide, fromUnits, multiply, scaleOf, toUnits } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-number";
import type { Level } from "@/realtime/depth";

export type BookSide = "bids" | "asks";

/** One row of a book: all orders at a price, or within a price group. */
export type BookRow = {
  price: string;
  quantity: string;
  /** Cumulative quantity from the best price to this one. */
  total: string;
  /** The cumulative value in the quote coin. */
  value: string;
};

const GROUP_FACTORS = ["1", "10", "100", "1000"];
const BASIS_POINTS = 10_000;

/** The possible group sizes; those that would reduce the book to a row or two are left out. */
export function groupSteps(tickSize: string, price: string | null): string[] {
  const steps = GROUP_FACTORS.map((factor) => multiply(tickSize, factor));
  return steps.filter(
    (step, index) => index === 0 || (price !== null && compare(multiply(step, "20"), price) < 0),
  );
}

/** The price of the group of a price, rounded away from the mid price. */
export function groupPrice(price: string, step: string, side: BookSide): string {
  const scale = Math.max(scaleOf(price), scaleOf(step));
  const units = toUnits(price, scale);
  const stepUnits = toUnits(step, scale);
  const rest = units % stepUnits;
  const up = side === "asks" && rest > 0n ? stepUnits : 0n;
  return fromUnits(units - rest + up, scale);
}

/** The first rows of one side, best first. */
export function bookRows(levels: readonly Level[], step: string, side: BookSide, count: number): BookRow[] {
  const rows: BookRow[] = [];
  // One scale for all, so that each number is parsed once.
  const priceScale = Math.max(decimalsOfStep(step), ...levels.slice(0, 1).map(([price]) => scaleOf(price)));
  const scale = levels.reduce((most, [, quantity]) => Math.max(most, scaleOf(quantity)), 0);
  let total = 0n;
  let value = 0n;
  let group: { price: string; quantity: bigint } | null = null;

  function close(): void {
    if (!group) return;
    rows.push({
      price: group.price,
      quantity: fromUnits(group.quantity, scale),
      total: fromUnits(total, scale),
      value: fromUnits(value, scale + priceScale),
    });
    group = null;
  }

  for (const [price, quantity] of levels) {
    const own = groupPrice(price, step, side);
    if (group && group.price !== own) close();
    if (rows.length === count) return rows;
    const units = toUnits(quantity, scale);
    group ??= { price: own, quantity: 0n };
    group.quantity += units;
    total += units;
    value += units * toUnits(price, priceScale);
  }
  close();
  return rows;
}

/** The spread, absolute and relative to the mid price. */
export function spreadOf(
  bid: string | undefined,
  ask: string | undefined,
): { price: string; basisPoints: number } | null {
  if (bid === undefined || ask === undefined) return null;
  const scale = Math.max(scaleOf(bid), scaleOf(ask));
  const apart = toUnits(ask, scale) - toUnits(bid, scale);
  const middle = Number(toUnits(ask, scale) + toUnits(bid, scale)) / 2;
  const basisPoints = middle > 0 ? (Number(apart) / middle) * BASIS_POINTS : 0;
  return { price: fromUnits(apart, scale), basisPoints };
}

/** The average price of taking everything up to this row. */
export function averagePrice({ value, total }: BookRow, decimals: number): string {
  return divide(value, total, decimals, "nearest");
}
