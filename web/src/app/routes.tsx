import type { FunctionComponent } from "react";
import { PAGE_TITLES } from "@/lib/page-heads";
import type { GuardName } from "./guards";
import type { LayoutName } from "./layouts";
import { PERSONAL_PAGES } from "./personal-routes";

export type PageRoute = {
  path: string;
  /** Null for a page without a layout. */
  layout: LayoutName | null;
  guard?: GuardName;
  /** The page's part of the document title; null shows only the site's name. */
  title: () => string | null;
  page: () => Promise<FunctionComponent>;
};

/** The route table: every page with its layout and guard, but for those of the console. */
export const PAGES: readonly PageRoute[] = [
  {
    path: "/",
    layout: "landing",
    title: PAGE_TITLES["/"],
    page: () => import("@/pages/landing").then((module) => module.loadLandingPage()),
  },
  {
    path: "/news",
    layout: "default",
    title: PAGE_TITLES["/news"],
    page: () => import("@/pages/news").then((module) => module.NewsPage),
  },
  {
    path: "/news/$id",
    layout: "default",
    title: PAGE_TITLES["/news/$id"],
    page: () => import("@/pages/news/article").then((module) => module.NewsArticlePage),
  },
  {
    path: "/faq",
    layout: "privacy",
    title: PAGE_TITLES["/faq"],
    page: () => import("@/pages/faq").then((module) => module.FaqPage),
  },
  {
    path: "/privacy",
    layout: "privacy",
    title: PAGE_TITLES["/privacy"],
    page: () => import("@/pages/privacy").then((module) => module.PrivacyPage),
  },
  {
    path: "/kyc-levels",
    layout: "privacy",
    title: PAGE_TITLES["/kyc-levels"],
    page: () => import("@/pages/kyc-levels").then((module) => module.KycLevelsPage),
  },
  {
    path: "/apps",
    layout: "privacy",
    title: PAGE_TITLES["/apps"],
    page: () => import("@/pages/apps").then((module) => module.AppsPage),
  },
  {
    path: "/offline",
    layout: null,
    title: PAGE_TITLES["/offline"],
    page: () => import("@/pages/offline").then((module) => module.OfflinePage),
  },
  {
    path: "/markets/overview",
    layout: "markets",
    title: PAGE_TITLES["/markets/overview"],
    page: () => import("@/pages/markets/overview").then((module) => module.MarketsOverviewPage),
  },
  {
    path: "/markets/trading-data",
    layout: "markets",
    title: PAGE_TITLES["/markets/trading-data"],
    page: () => import("@/pages/markets/trading-data").then((module) => module.TradingDataPage),
  },
  {
    path: "/trading",
    layout: "trading",
    title: PAGE_TITLES["/trading"],
    page: () => import("@/pages/trading").then((module) => module.TradingPage),
  },
  {
    path: "/trading/$pair",
    layout: "trading",
    title: PAGE_TITLES["/trading/$pair"],
    page: () => import("@/pages/trading/pair").then((module) => module.TradingPairPage),
  },
  {
    path: "/exchanger",
    layout: "default",
    title: PAGE_TITLES["/exchanger"],
    page: () => import("@/pages/exchanger").then((module) => module.ExchangerPage),
  },
  {
    path: "/earn",
    layout: "earn",
    title: PAGE_TITLES["/earn"],
    page: () => import("@/pages/earn").then((module) => module.EarnPage),
  },
  {
    path: "/pre-market",
    layout: "default",
    title: PAGE_TITLES["/pre-market"],
    page: () => import("@/pages/pre-market").then((module) => module.PreMarketPage),
  },
  {
    path: "/pre-market/detail/$symbol",
    layout: "default",
    title: PAGE_TITLES["/pre-market/detail/$symbol"],
    page: () => import("@/pages/pre-market/detail").then((module) => module.PreMarketDetailPage),
  },
  {
    path: "/login",
    layout: "auth",
    guard: "auth-redirect",
    title: PAGE_TITLES["/login"],
    page: () => import("@/pages/login").then((module) => module.LoginPage),
  },
  {
    path: "/register",
    layout: "auth",
    guard: "auth-redirect",
    title: PAGE_TITLES["/register"],
    page: () => import("@/pages/register").then((module) => module.RegisterPage),
  },
  {
    path: "/register/verification",
    layout: "auth",
    guard: "register-verification-redirect",
    title: PAGE_TITLES["/register/verification"],
    page: () => import("@/pages/register/verification").then((module) => module.VerificationPage),
  },
  {
    path: "/email",
    layout: "auth",
    title: PAGE_TITLES["/email"],
    page: () => import("@/pages/email").then((module) => module.EmailPage),
  },
  {
    path: "/password",
    layout: "auth",
    title: PAGE_TITLES["/password"],
    page: () => import("@/pages/password").then((module) => module.PasswordPage),
  },
  {
    path: "/knock-knock",
    layout: "auth",
    title: PAGE_TITLES["/knock-knock"],
    page: () => import("@/pages/knock-knock").then((module) => module.KnockKnockPage),
  },
  ...PERSONAL_PAGES,
  {
    path: "/components-example",
    layout: "default",
    title: PAGE_TITLES["/components-example"],
    page: () => import("@/pages/components-example").then((module) => module.ComponentsExamplePage),
  },
  {
    path: "/components-example/$layout",
    layout: null,
    title: PAGE_TITLES["/components-example/$layout"],
    page: () => import("./layout-preview-route").then((module) => module.LayoutPreviewRoute),
  },
  {
    path: "/_icons",
    layout: "default",
    title: PAGE_TITLES["/_icons"],
    page: () => import("@/pages/icons").then((module) => module.IconsPage),
  },
];
