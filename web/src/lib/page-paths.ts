/**
 * The page paths of the site in the router's syntax (`$name` is one segment). The build passes them to the server
 * with those of the console; any other page path is answered with 404.
 */
export const PAGE_PATHS = [
  "/",
  "/news",
  "/news/$id",
  "/faq",
  "/privacy",
  "/terms",
  "/kyc-levels",
  "/apps",
  "/offline",
  "/trading",
  "/trading/$pair",
  "/markets/overview",
  "/markets/trading-data",
  "/exchanger",
  "/earn",
  "/pre-market",
  "/pre-market/detail/$symbol",
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
  "/personal/earn",
  "/personal/orders",
  "/personal/pre-market",
  "/personal/transactions",
  "/personal/notices",
  "/personal/kyc",
  "/personal/settings",
  "/personal/contact",
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

export type Feature = "convert" | "premarket" | "earn" | "news" | "apps" | "register";

/** The pages that a site without a feature does not have. */
export const FEATURE_PAGES: Readonly<Record<Feature, readonly string[]>> = {
  convert: ["/exchanger", "/personal/exchange"],
  premarket: ["/pre-market", "/pre-market/detail/$symbol"],
  earn: ["/earn"],
  news: ["/news", "/news/$id"],
  apps: ["/apps"],
  register: ["/register"],
};

/** Pages that stay for what a client already has in a feature, but that no menu leads to without it. */
const KEPT_PAGES: Readonly<Partial<Record<Feature, string>>> = {
  premarket: "/personal/pre-market",
  earn: "/personal/earn",
};

let missing: ReadonlySet<string> = new Set();
let unlisted: ReadonlySet<string> = new Set();

/** Removes the pages of features that the site does not have. */
export function hidePages(features: Readonly<Partial<Record<Feature, boolean>>>): void {
  const off = (Object.keys(FEATURE_PAGES) as Feature[]).filter((feature) => features[feature] === false);
  missing = new Set(off.flatMap((feature) => FEATURE_PAGES[feature]));
  unlisted = new Set(off.flatMap((feature) => KEPT_PAGES[feature] ?? []));
}

/** Whether the site does without a page. */
export function isPageHidden(path: string): boolean {
  return missing.has(path);
}

/** Whether a page exists on this site; links to missing pages are not rendered. */
export function pageExists(path: PagePath): boolean {
  return !isPageHidden(path);
}

/** Whether menus lead to a page. */
export function isInMenus(path: string): boolean {
  return !isPageHidden(path) && !unlisted.has(path);
}
