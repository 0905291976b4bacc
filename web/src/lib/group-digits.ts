/**
 * A plain decimal with its thousands in groups: `-1234567.50` is `-1,234,567.50`. Written here because the browser's
 * own formatter takes a phone a tenth of a second before its first figure.
 */
export function groupDigits(plain: string): string {
  const point = plain.indexOf(".");
  const end = point < 0 ? plain.length : point;
  return plain.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ",") + plain.slice(end);
}

/** A number of things. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/** Without zeros that say nothing at its end. */
export function trimZeros(plain: string): string {
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}
