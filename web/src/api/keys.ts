/** Keys of cached lists that several features invalidate; all other keys are defined with their queries. */

export const securityKey = ["security"];
export const transactionsKey = ["transactions"];
export const depositsKey = ["deposits"];
export const withdrawalsKey = ["withdrawals"];
export const conversionsKey = ["conversions"];
export const noticesKey = ["notices"];
export const priceAlertsKey = ["price-alerts"];
export const earnKey = ["earn"];
export const premarketKeys = {
  all: ["premarkets"],
  list: ["premarkets", "list"],
  detail: ["premarkets", "detail"],
  candles: ["premarkets", "candles"],
  orders: ["premarkets", "orders"],
  contracts: ["premarkets", "contracts"],
};
