import { i18n } from "@lingui/core";

/**
 * What search engines and shared links say of a page. Only these pages are for search engines; all others are
 * marked as not to be indexed. The build alone reads this: it is in no file that a browser loads. What is in the
 * path is filled in by the server.
 */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, () => string>> = {
  "/": () =>
    i18n._("Spot trading, instant conversion, pre-markets and earn, with balances anyone can verify."),
  "/faq": () => i18n._("Answers about accounts, verification, deposits, withdrawals, trading and fees."),
  "/news": () => i18n._("Announcements, new listings, product updates and maintenance."),
  "/news/$id": () => i18n._("Announcements, new listings, product updates and maintenance."),
  "/apps": () => i18n._("Install the exchange as an app on your phone or computer."),
  "/privacy": () => i18n._("What is stored about you, why, for how long, and which cookies are used."),
  "/terms": () => i18n._("The terms under which this site can be used."),
  "/kyc-levels": () => i18n._("Requirements, trading fees and daily withdrawal limits of every level."),
  "/markets/overview": () => i18n._("Live prices, 24h changes and volume of every pair."),
  "/markets/trading-data": () =>
    i18n._("Taker volume, spread, depth and volatility of every pair over time."),
  "/trading": () => i18n._("Order book, chart and every order type, live."),
  "/trading/$pair": () => i18n._("Live price, chart, order book and trades of {pair}.", { pair: "{pair}" }),
  "/exchanger": () => i18n._("Convert coins at a quoted rate, with fee and limits shown up front."),
  "/earn": () => i18n._("Flexible and locked products with their rates and where the yield comes from."),
  "/pre-market": () => i18n._("Trade coins before their listing, with collateral on both sides."),
  "/pre-market/detail/$symbol": () =>
    i18n._("Price, order book and rules of the {symbol} pre-market.", { symbol: "{symbol}" }),
  "/register": () => i18n._("Create an account in a minute and start trading."),
};
