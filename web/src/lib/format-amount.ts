const AMOUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 18 });
const RATE = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 4 });

/** A plain decimal with its thousands in groups, exact to its last digit. */
export function formatAmount(amount: string): string {
  return AMOUNT.format(amount as `${number}`);
}

/** A rate as people say it: `0.0025` is `0.25%`. */
export function formatRate(fraction: string): string {
  return RATE.format(fraction as `${number}`);
}
