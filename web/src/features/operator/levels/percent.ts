const PLACES = 2;

/** Converts a fraction such as `0.0025` to a percentage, `0.25`; exact decimal arithmetic. */
export function toPercent(fraction: string): string {
  return withPointMoved(fraction, PLACES);
}

/** Converts a percentage such as `0.25` to a fraction, `0.0025`. */
export function toFraction(percent: string): string {
  return withPointMoved(percent, -PLACES);
}

function withPointMoved(amount: string, places: number): string {
  const [whole = "", decimals = ""] = amount.split(".");
  const zeros = "0".repeat(PLACES);
  const digits = `${zeros}${whole}${decimals}${zeros}`;
  const point = zeros.length + whole.length + places;
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const after = digits.slice(point).replace(/0+$/, "");
  return after === "" ? before : `${before}.${after}`;
}
