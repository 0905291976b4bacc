import { i18n } from "@lingui/core";
import type { PagePath } from "./page-paths";

export type ClientPagePath = Exclude<PagePath, `/operator${string}`>;

/**
 * The page's part of every document title; null shows only the site's name. The router sets it, and the build
 * passes it to the server, which writes it into the document. Loaded with the pages, and not with the first one.
 */
export const PAGE_TITLES: Readonly<Record<ClientPagePath, () => string | null>> = {
  "/": () => null,
  "/news": () => i18n._("News"),
  "/news/$id": () => i18n._("News article"),
  "/faq": () => i18n._("FAQ"),
  "/privacy": () => i18n._("Privacy policy"),
  "/terms": () => i18n._("Terms"),
  "/kyc-levels": () => i18n._("Membership levels"),
  "/apps": () => i18n._("Apps"),
  "/offline": () => i18n._("You’re offline"),
  "/markets/overview": () => i18n._("Markets overview"),
  "/markets/trading-data": () => i18n._("Trading data"),
  "/trading": () => i18n._("Trading"),
  "/trading/$pair": () => i18n._("Trade"),
  "/exchanger": () => i18n._("Exchanger"),
  "/earn": () => i18n._("Earn"),
  "/pre-market": () => i18n._("Pre-market"),
  "/pre-market/detail/$symbol": () => i18n._("Pre-market trading"),
  "/login": () => i18n._("Sign in"),
  "/register": () => i18n._("Create account"),
  "/register/verification": () => i18n._("Confirm your email address"),
  "/email": () => i18n._("Email address"),
  "/password": () => i18n._("New password"),
  "/knock-knock": () => i18n._("Send sign-in link"),
  "/personal/dashboard": () => i18n._("Dashboard"),
  "/personal/assets": () => i18n._("Assets"),
  "/personal/deposit": () => i18n._("Deposit"),
  "/personal/withdraw": () => i18n._("Withdraw"),
  "/personal/exchange": () => i18n._("Exchange"),
  "/personal/earn": () => i18n._("Earn positions"),
  "/personal/orders": () => i18n._("Orders"),
  "/personal/pre-market": () => i18n._("Pre-market contracts"),
  "/personal/notices": () => i18n._("Notifications"),
  "/personal/transactions": () => i18n._("Transactions"),
  "/personal/kyc": () => i18n._("Identity verification"),
  "/personal/settings": () => i18n._("Settings"),
  "/personal/contact": () => i18n._("Contact"),
  "/components-example": () => i18n._("Components"),
  "/components-example/$layout": () => i18n._("Layout preview"),
  "/_icons": () => i18n._("Icons"),
};

export function titleOf(path: string): () => string | null {
  return PAGE_TITLES[path as ClientPagePath];
}
