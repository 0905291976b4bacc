import { i18n } from "@lingui/core";
import type { FunctionComponent } from "react";
import type { GuardName } from "./guards";
import type { LayoutName } from "./layouts";
import { OPERATOR_PAGES } from "./operator-routes";

export type PageRoute = {
  path: string;
  /** Null for a page without a layout. */
  layout: LayoutName | null;
  guard?: GuardName;
  /** The page's part of the document title; null shows only the site's name. */
  title: () => string | null;
  page: () => Promise<FunctionComponent>;
};

/** The route table: every page with its layout and guard. */
export const PAGES: readonly PageRoute[] = [
  {
    path: "/",
    layout: "landing",
    title: () => null,
    page: () => import("@/pages/landing").then((module) => module.LandingPage),
  },
  {
    path: "/faq",
    layout: "privacy",
    title: () => i18n._("FAQ"),
    page: () => import("@/pages/faq").then((module) => module.FaqPage),
  },
  {
    path: "/privacy",
    layout: "privacy",
    title: () => i18n._("Privacy policy"),
    page: () => import("@/pages/privacy").then((module) => module.PrivacyPage),
  },
  {
    path: "/kyc-levels",
    layout: "privacy",
    title: () => i18n._("Membership levels"),
    page: () => import("@/pages/kyc-levels").then((module) => module.KycLevelsPage),
  },
  {
    path: "/markets/overview",
    layout: "markets",
    title: () => i18n._("Markets overview"),
    page: () => import("@/pages/markets/overview").then((module) => module.MarketsOverviewPage),
  },
  {
    path: "/markets/trading-data",
    layout: "markets",
    title: () => i18n._("Trading data"),
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
    title: () => i18n._("Exchanger"),
    page: () => import("@/pages/exchanger").then((module) => module.ExchangerPage),
  },
  {
    path: "/earn",
    layout: "earn",
    title: () => i18n._("Earn"),
    page: () => import("@/pages/earn").then((module) => module.EarnPage),
  },
  {
    path: "/pre-market",
    layout: "default",
    title: () => i18n._("Pre-market"),
    page: () => import("@/pages/pre-market").then((module) => module.PreMarketPage),
  },
  {
    path: "/pre-market/detail/$symbol",
    layout: "default",
    title: () => i18n._("Pre-market trading"),
    page: () => import("@/pages/pre-market/detail").then((module) => module.PreMarketDetailPage),
  },
  {
    path: "/login",
    layout: "auth",
    guard: "auth-redirect",
    title: () => i18n._("Sign in"),
    page: () => import("@/pages/login").then((module) => module.LoginPage),
  },
  {
    path: "/register",
    layout: "auth",
    guard: "auth-redirect",
    title: () => i18n._("Create account"),
    page: () => import("@/pages/register").then((module) => module.RegisterPage),
  },
  {
    path: "/register/verification",
    layout: "auth",
    guard: "register-verification-redirect",
    title: () => i18n._("Confirm your email address"),
    page: () => import("@/pages/register/verification").then((module) => module.VerificationPage),
  },
  {
    path: "/email",
    layout: "auth",
    title: () => i18n._("Email address"),
    page: () => import("@/pages/email").then((module) => module.EmailPage),
  },
  {
    path: "/password",
    layout: "auth",
    title: () => i18n._("New password"),
    page: () => import("@/pages/password").then((module) => module.PasswordPage),
  },
  {
    path: "/knock-knock",
    layout: "auth",
    title: () => i18n._("Send sign-in link"),
    page: () => import("@/pages/knock-knock").then((module) => module.KnockKnockPage),
  },
  {
    path: "/personal/dashboard",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Dashboard"),
    page: () => import("@/pages/personal/dashboard").then((module) => module.DashboardPage),
  },
  {
    path: "/personal/assets",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Assets"),
    page: () => import("@/pages/personal/assets").then((module) => module.AssetsPage),
  },
  {
    path: "/personal/deposit",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Deposit"),
    page: () => import("@/pages/personal/deposit").then((module) => module.DepositPage),
  },
  {
    path: "/personal/withdraw",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Withdraw"),
    page: () => import("@/pages/personal/withdraw").then((module) => module.WithdrawPage),
  },
  {
    path: "/personal/exchange",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Exchange"),
    page: () => import("@/pages/personal/exchange").then((module) => module.ExchangePage),
  },
  {
    path: "/personal/earn",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Earn positions"),
    page: () => import("@/pages/personal/earn").then((module) => module.PersonalEarnPage),
  },
  {
    path: "/personal/orders",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Orders"),
    page: () => import("@/pages/personal/orders").then((module) => module.OrdersPage),
  },
  {
    path: "/personal/pre-market",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Pre-market contracts"),
    page: () => import("@/pages/personal/pre-market").then((module) => module.PersonalPreMarketPage),
  },
  {
    path: "/personal/transactions",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Transactions"),
    page: () => import("@/pages/personal/transactions").then((module) => module.TransactionsPage),
  },
  {
    path: "/personal/kyc",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Identity verification"),
    page: () => import("@/pages/personal/kyc").then((module) => module.KycPage),
  },
  {
    path: "/personal/settings",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Settings"),
    page: () => import("@/pages/personal/settings").then((module) => module.SettingsPage),
  },
  {
    path: "/personal/contact",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Contact"),
    page: () => import("@/pages/personal/contact").then((module) => module.ContactPage),
  },
  ...OPERATOR_PAGES,
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
