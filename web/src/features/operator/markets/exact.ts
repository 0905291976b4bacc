const DIGITS = 18;
const UNIT = 10n ** BigInt(DIGITS);

/** A plain decimal as a whole number of its finest unit: comparing and dividing amounts must not round. */
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

/** Whether the product of two amounts needs no more than so many decimals. */
export function isProductWithin(one: string, other: string, decimals: number): boolean {
  return (units(one) * units(other)) % 10n ** BigInt(2 * DIGITS - decimals) === 0n;
}

/** How far the best prices lie apart, as a fraction of the middle with four decimals; null without a middle. */
export function spreadOf(bid: string, ask: string): string | null {
  const [low, high] = [units(bid), units(ask)];
  if (low + high === 0n) return null;
  const share = ((high - low) * 2n * UNIT) / (low + high);
  return String(Number(share) / Number(UNIT));
}

/** An amount without what is below its hundredths, for sums that nobody reads further. */
export function rounded(amount: string): string {
  return amount.replace(/(\.\d{2})\d+$/, "$1");
}
