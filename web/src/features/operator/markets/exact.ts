const DIGITS = 18;
const UNIT = 10n ** BigInt(DIGITS);

/** A plain decimal as a bigint of its smallest unit, for exact comparison and division. */
function units(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(`${whole || "0"}${fraction.slice(0, DIGITS).padEnd(DIGITS, "0")}`);
}

export function isMore(amount: string, than: string): boolean {
  return units(amount) > units(than);
}

export function isMultiple(amount: string, step: string): boolean {
  const stepUnits = units(step);
  return stepUnits > 0n && units(amount) % stepUnits === 0n;
}

/** Whether the product of two amounts needs at most this many decimals. */
export function isProductWithin(one: string, other: string, decimals: number): boolean {
  return (units(one) * units(other)) % 10n ** BigInt(2 * DIGITS - decimals) === 0n;
}

/** The spread as a fraction of the mid price with four decimals; null without a mid price. */
export function spreadOf(bid: string, ask: string): string | null {
  const [low, high] = [units(bid), units(ask)];
  if (low + high === 0n) return null;
  const share = ((high - low) * 2n * UNIT) / (low + high);
  return String(Number(share) / Number(UNIT));
}

/** Truncates an amount to two decimals. */
export function rounded(amount: string): string {
  return amount.replace(/(\.\d{2})\d+$/, "$1");
}
