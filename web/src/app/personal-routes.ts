import type { PageRoute } from "./routes";

/** The pages of the personal area. */
export const PERSONAL_PAGES: readonly PageRoute[] = [
  {
    path: "/personal/dashboard",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/dashboard").then((module) => module.DashboardPage),
  },
  {
    path: "/personal/assets",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/assets").then((module) => module.AssetsPage),
  },
  {
    path: "/personal/deposit",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/deposit").then((module) => module.DepositPage),
  },
  {
    path: "/personal/withdraw",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/withdraw").then((module) => module.WithdrawPage),
  },
  {
    path: "/personal/exchange",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/exchange").then((module) => module.ExchangePage),
  },
  {
    path: "/personal/earn",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/earn").then((module) => module.PersonalEarnPage),
  },
  {
    path: "/personal/orders",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/orders").then((module) => module.OrdersPage),
  },
  {
    path: "/personal/pre-market",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/pre-market").then((module) => module.PersonalPreMarketPage),
  },
  {
    path: "/personal/transactions",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/transactions").then((module) => module.TransactionsPage),
  },
  {
    path: "/personal/notices",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/notices").then((module) => module.NoticesPage),
  },
  {
    path: "/personal/kyc",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/kyc").then((module) => module.KycPage),
  },
  {
    path: "/personal/settings",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/settings").then((module) => module.SettingsPage),
  },
  {
    path: "/personal/contact",
    layout: "personal",
    guard: "profile-redirect",
    page: () => import("@/pages/personal/contact").then((module) => module.ContactPage),
  },
];
