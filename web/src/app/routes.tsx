import { i18n } from "@lingui/core";
import type { FunctionComponent, ReactNode } from "react";
import type { GuardName } from "./guards";

export type LayoutName = keyof typeof LAYOUTS;

export type PageRoute = {
  path: string;
  /** Null for a page that brings its own frame. */
  layout: LayoutName | null;
  guard?: GuardName;
  /** The page's part of the document's title; null shows the site's name alone. */
  title: () => string | null;
  page: () => Promise<FunctionComponent>;
};

/** The route table: every page there is, with what surrounds and guards it. */
export const PAGES: readonly PageRoute[] = [
  {
    path: "/",
    layout: "landing",
    title: () => null,
    page: () => import("@/pages/landing").then((module) => module.LandingPage),
  },
  {
    path: "/privacy",
    layout: "privacy",
    title: () => i18n._("Privacy policy"),
    page: () => import("@/pages/privacy").then((module) => module.PrivacyPage),
  },
  {
    path: "/components-example",
    layout: "default",
    title: () => i18n._("Components"),
    page: () => import("@/pages/components-example").then((module) => module.ComponentsExamplePage),
  },
  {
    path: "/components-example/$layout",
    layout: null,
    title: () => i18n._("Layout preview"),
    page: () => import("./layout-preview-route").then((module) => module.LayoutPreviewRoute),
  },
  {
    path: "/_icons",
    layout: "default",
    title: () => i18n._("Icons"),
    page: () => import("@/pages/icons").then((module) => module.IconsPage),
  },
];

type Layout = FunctionComponent<{ children: ReactNode }>;

export const LAYOUTS = {
  auth: () => import("@/layouts/auth-layout").then((module) => module.AuthLayout),
  default: () => import("@/layouts/default-layout").then((module) => module.DefaultLayout),
  earn: () => import("@/layouts/earn-layout").then((module) => module.EarnLayout),
  landing: () => import("@/layouts/landing-layout").then((module) => module.LandingLayout),
  markets: () => import("@/layouts/markets-layout").then((module) => module.MarketsLayout),
  personal: () => import("@/layouts/personal-layout").then((module) => module.PersonalLayout),
  privacy: () => import("@/layouts/privacy-layout").then((module) => module.PrivacyLayout),
  trading: () => import("@/layouts/trading-layout").then((module) => module.TradingLayout),
} satisfies Record<string, () => Promise<Layout>>;

/**
 * The layout, with the cache of server answers around it. The landing layout comes without: the query library
 * would be half of what that page may weigh beside its framework, so its live parts bring the cache themselves.
 */
export async function loadLayout(name: LayoutName | null): Promise<Layout> {
  if (name === "landing") return LAYOUTS.landing();
  const [{ QueryProvider }, Layout] = await Promise.all([
    import("@/api/query-provider"),
    name ? LAYOUTS[name]() : null,
  ]);
  return Layout
    ? ({ children }) => (
        <QueryProvider>
          <Layout>{children}</Layout>
        </QueryProvider>
      )
    : QueryProvider;
}
