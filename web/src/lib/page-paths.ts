/**
 * All page paths in the router's syntax (`$name` is one segment). The build passes this list to the server,
 * which answers any other page path with 404.
 */
export const PAGE_PATHS = [
  "/",
  "/faq",
  "/privacy",
  "/kyc-levels",
  "/trading",
  "/trading/$pair",
  "/markets/overview",
  "/markets/trading-data",
  "/exchanger",
  "/login",
  "/register",
  "/register/verification",
  "/email",
  "/password",
  "/knock-knock",
  "/components-example",
  "/components-example/$layout",
  "/_icons",
  "/personal/dashboard",
  "/personal/assets",
  "/personal/deposit",
  "/personal/withdraw",
  "/personal/exchange",
  "/personal/orders",
  "/personal/transactions",
  "/personal/kyc",
  "/personal/settings",
  "/personal/contact",
  "/operator",
  "/operator/kyc",
  "/operator/kyc/$client",
  "/operator/clients",
  "/operator/clients/$client",
  "/operator/clients/$client/ledger",
  "/operator/files",
  "/operator/feedback",
  "/operator/feedback/$ticket",
  "/operator/outbox",
  "/operator/outbox/$mail",
  "/operator/markets",
  "/operator/markets/$pair",
  "/operator/coins",
  "/operator/ledger",
  "/operator/ledger/proposals/$proposal",
  "/operator/ledger/house",
  "/operator/withdrawals",
  "/operator/withdrawals/$withdrawal",
  "/operator/deposits",
  "/operator/networks",
  "/operator/incidents",
  "/operator/engine",
  "/operator/sites",
  "/operator/rules",
  "/operator/levels",
  "/operator/staff",
  "/operator/account",
  "/operator/enrol",
  "/operator/audit",
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

const paths: ReadonlySet<string> = new Set(PAGE_PATHS);

/** Whether a page exists; links to missing pages are not rendered. */
export function pageExists(path: string): boolean {
  return paths.has(path);
}
