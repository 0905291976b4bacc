import { i18n } from "@lingui/core";
import type { FunctionComponent } from "react";
import type { GuardName } from "./guards";
import type { LayoutName } from "./layouts";
import { PERSONAL_PAGES } from "./personal-routes";

export type PageRoute = {
  path: string;
  /** Null for a page without a layout. */
  layout: LayoutName | null;
  guard?: GuardName;
  /**
   * The page's part of the document title; null shows only the site's name. PAGE_TITLES has it, too, but the
   * pages with a size budget do not load that.
   */
  title?: () => string | null;
  page: () => Promise<FunctionComponent>;
};

/** The route table: every page with its layout and guard, but for those of the console. */
export const PAGES: readonly PageRoute[] = [
  {
    path: "/",
    layout: "landing",
    title: () => null,
    page: () => import("@/pages/landing").then((module) => module.loadLandingPage()),
  },
  {
    path: "/news",
    layout: "default",
    page: () => import("@/pages/news").then((module) => module.NewsPage),
  },
  {
    path: "/news/$id",
    layout: "default",
    page: () => import("@/pages/news/article").then((module) => module.NewsArticlePage),
  },
  {
    path: "/faq",
    layout: "privacy",
    page: () => import("@/pages/faq").then((module) => module.FaqPage),
  },
  {
    path: "/privacy",
    layout: "privacy",
    page: () => import("@/pages/privacy").then((module) => module.PrivacyPage),
  },
  {
    path: "/terms",
    layout: "privacy",
    page: () => import("@/pages/terms").then((module) => module.TermsPage),
  },
  {
    path: "/kyc-levels",
    layout: "privacy",
    page: () => import("@/pages/kyc-levels").then((module) => module.KycLevelsPage),
  },
  {
    path: "/apps",
    layout: "privacy",
    page: () => import("@/pages/apps").then((module) => module.AppsPage),
  },
  {
    path: "/offline",
    layout: null,
    page: () => import("@/pages/offline").then((module) => module.OfflinePage),
  },
  {
    path: "/markets/overview",
    layout: "markets",
    page: () => import("@/pages/markets/overview").then((module) => module.MarketsOverviewPage),
  },
  {
    path: "/markets/trading-data",
    layout: "markets",
    page: () => import("@/pages/markets/trading-data").then((module) => module.TradingDataPage),
  },
  {
    path: "/trading",
    layout: "trading",
    title: () => i18n._("Trading"),
    page: () => import("@/pages/trading").then((module) => module.TradingPage),
  },
  {
    path: "/trading/$pair",
    layout: "trading",
    title: () => i18n._("Trade"),
    page: () => import("@/pages/trading/pair").then((module) => module.TradingPairPage),
  },
  {
    path: "/exchanger",
    layout: "default",
    page: () => import("@/pages/exchanger").then((module) => module.ExchangerPage),
  },
  {
    path: "/earn",
    layout: "earn",
    page: () => import("@/pages/earn").then((module) => module.EarnPage),
  },
  {
    path: "/pre-market",
    layout: "default",
    page: () => import("@/pages/pre-market").then((module) => module.PreMarketPage),
  },
  {
    path: "/pre-market/detail/$symbol",
    layout: "default",
    page: () => import("@/pages/pre-market/detail").then((module) => module.PreMarketDetailPage),
  },
  {
    path: "/login",
    layout: "auth",
    guard: "auth-redirect",
    page: () => import("@/pages/login").then((module) => module.LoginPage),
  },
  {
    path: "/register",
    layout: "auth",
    guard: "auth-redirect",
    page: () => import("@/pages/register").then((module) => module.RegisterPage),
  },
  {
    path: "/register/verification",
    layout: "auth",
    guard: "register-verification-redirect",
    page: () => import("@/pages/register/verification").then((module) => module.VerificationPage),
  },
  {
    path: "/email",
    layout: "auth",
    page: () => import("@/pages/email").then((module) => module.EmailPage),
  },
  {
    path: "/password",
    layout: "auth",
    page: () => import("@/pages/password").then((module) => module.PasswordPage),
  },
  {
    path: "/knock-knock",
    layout: "auth",
    page: () => import("@/pages/knock-knock").then((module) => module.KnockKnockPage),
  },
  ...PERSONAL_PAGES,
  {
    path: "/components-example",
    layout: "default",
    page: () => import("@/pages/components-example").then((module) => module.ComponentsExamplePage),
  },
  {
    path: "/components-example/$layout",
    layout: null,
    page: () => import("./layout-preview-route").then((module) => module.LayoutPreviewRoute),
  },
  {
    path: "/_icons",
    layout: "default",
    page: () => import("@/pages/icons").then((module) => module.IconsPage),
  },
];
