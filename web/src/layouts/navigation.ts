import { i18n } from "@lingui/core";
import { createContext, useContext } from "react";
import type { IconName } from "@/design/icon";
import type { OperatorPath } from "@/lib/operator-paths";
import { isInMenus, type PagePath } from "@/lib/page-paths";

export type NavigationItem = {
  path: PagePath | OperatorPath;
  hash?: string;
  /** The path prefix for which the item is current, if it is not its own path. */
  section?: string;
  /** Whether the item is current only on its own page, not on pages below it. */
  isExact?: boolean;
  label: () => string;
  icon: IconName;
  description?: () => string;
};

export type NavigationGroup = {
  id: string;
  label: () => string;
  items: readonly NavigationItem[];
};

/** Removes items whose pages the site does not have. */
export function visibleItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter((item) => isInMenus(item.path));
}

export const headerItems: readonly NavigationItem[] = [
  {
    path: "/markets/overview",
    section: "/markets/",
    label: () => i18n._("Markets"),
    icon: "chart-column",
    description: () => i18n._("Prices and changes for every pair"),
  },
  {
    path: "/trading",
    label: () => i18n._("Trade"),
    icon: "chart-candlestick",
    description: () => i18n._("Order book, chart and every order type"),
  },
  {
    path: "/earn",
    label: () => i18n._("Earn"),
    icon: "sprout",
    description: () => i18n._("Interest on coins you aren’t trading"),
  },
  {
    path: "/pre-market",
    label: () => i18n._("Pre-market"),
    icon: "hourglass",
    description: () => i18n._("Trade coins before listing, with collateral on both sides"),
  },
  {
    path: "/news",
    label: () => i18n._("News"),
    icon: "newspaper",
    description: () => i18n._("Announcements and updates"),
  },
  {
    path: "/exchanger",
    label: () => i18n._("Exchanger"),
    icon: "arrow-left-right",
    description: () => i18n._("Convert coins at a quoted rate"),
  },
];

export const landingSections: readonly NavigationItem[] = [
  { path: "/", hash: "how-it-works", label: () => i18n._("How it works"), icon: "route" },
  {
    path: "/",
    hash: "how-funds-are-kept",
    label: () => i18n._("How your funds are protected"),
    icon: "shield-check",
  },
  { path: "/", hash: "orders", label: () => i18n._("Order types"), icon: "list-ordered" },
  { path: "/", hash: "levels", label: () => i18n._("Levels and fees"), icon: "percent" },
  { path: "/", hash: "proof", label: () => i18n._("Proof"), icon: "scale" },
  { path: "/", hash: "questions", label: () => i18n._("Questions"), icon: "circle-help" },
];

export const dashboardItem: NavigationItem = {
  path: "/personal/dashboard",
  label: () => i18n._("Dashboard"),
  icon: "layout-dashboard",
};
export const assetsItem: NavigationItem = {
  path: "/personal/assets",
  label: () => i18n._("Assets"),
  icon: "wallet",
};
export const accountActions: readonly NavigationItem[] = [
  { path: "/login", label: () => i18n._("Sign in"), icon: "log-in" },
  { path: "/register", label: () => i18n._("Create account"), icon: "user" },
];

export const privacyItems: readonly NavigationItem[] = [
  { path: "/faq", label: () => i18n._("FAQ"), icon: "circle-help" },
  { path: "/kyc-levels", label: () => i18n._("Membership levels"), icon: "layers" },
  { path: "/apps", label: () => i18n._("Apps"), icon: "smartphone" },
  { path: "/privacy", label: () => i18n._("Privacy"), icon: "lock" },
  { path: "/terms", label: () => i18n._("Terms"), icon: "file-text" },
];

/** Whether items without a route are shown, too, as in layout previews. */
export const ShowAllNavigation = createContext(false);

export function useVisibleItems(items: readonly NavigationItem[]): readonly NavigationItem[] {
  return useContext(ShowAllNavigation) ? items : visibleItems(items);
}
