import { formatAmount } from "./format-amount";

/** The figure alone, with a true minus, and a plus where a movement shows its sign. */
export function moneyText(amount: string, isMovement = false): string {
  const isOut = amount.startsWith("-");
  const figure = formatAmount(isOut ? amount.slice(1) : amount);
  return isOut ? `−${figure}` : `${isMovement ? "+" : ""}${figure}`;
}

/** A value without what is below its hundredths: it changes with every trade, so nobody reads further. */
export function toCents(value: string): string {
  return value.replace(/(\.\d{2})\d+$/, "$1");
}
