import { compare, divide, fromUnits, multiply, scaleOf, toUnits } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-price";
import type { Level } from "@/realtime/depth";

export type BookSide = "bids" | "asks";

/** One line of a book: all orders at a price, or within a group of prices. */
export type BookRow = {
  price: string;
  quantity: string;
  /** What is offered from the best price as far as this one. */
  total: string;
  /** The same, in the quote coin. */
  value: string;
};

const GROUP_FACTORS = ["1", "10", "100", "1000"];
const BASIS_POINTS = 10_000;

/** The steps by which a book can be grouped; what would put the whole book into a line or two is left out. */
export function groupSteps(tickSize: string, price: string | null): string[] {
  const steps = GROUP_FACTORS.map((factor) => multiply(tickSize, factor));
  return steps.filter(
    (step, index) => index === 0 || (price !== null && compare(multiply(step, "20"), price) < 0),
  );
}

/** The price of the group that a price belongs to: never better than the price itself. */
export function groupPrice(price: string, step: string, side: BookSide): string {
  const scale = Math.max(scaleOf(price), scaleOf(step));
  const units = toUnits(price, scale);
  const stepUnits = toUnits(step, scale);
  const rest = units % stepUnits;
  const up = side === "asks" && rest > 0n ? stepUnits : 0n;
  return fromUnits(units - rest + up, scale);
}

/** The first lines of one side, best first. */
export function bookRows(levels: readonly Level[], step: string, side: BookSide, count: number): BookRow[] {
  const rows: BookRow[] = [];
  // One scale for all, so that each figure is read once.
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

/** How far apart the best prices are, and what part of their middle that is. */
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

/** What a unit costs on average for whoever takes everything as far as this line. */
export function averagePrice({ value, total }: BookRow, decimals: number): string {
  return divide(value, total, decimals, "nearest");
}
