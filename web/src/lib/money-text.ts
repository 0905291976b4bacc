import { formatAmount } from "./format-number";

/** The amount with a typographic minus, and with a plus for a positive movement. */
export function moneyText(amount: string, isMovement = false): string {
  const isOut = amount.startsWith("-");
  const figure = formatAmount(isOut ? amount.slice(1) : amount);
  return isOut ? `−${figure}` : `${isMovement ? "+" : ""}${figure}`;
}

/** Truncates a value to two decimals: it changes with every trade, so more are not useful. */
export function toCents(value: string): string {
  return value.replace(/(\.\d{2})\d+$/, "$1");
}
