import { i18n } from "@lingui/core";
import { assetsItem, dashboardItem, type NavigationGroup, type NavigationItem } from "./navigation";

// A separate module from the other navigation, because visitors do not load it.
const exchange: NavigationItem = {
  path: "/personal/exchange",
  label: () => i18n._("Exchange"),
  icon: "arrow-left-right",
};
const orders: NavigationItem = {
  path: "/personal/orders",
  label: () => i18n._("Orders"),
  icon: "list-ordered",
};

export const settingsItem: NavigationItem = {
  path: "/personal/settings",
  label: () => i18n._("Settings"),
  icon: "settings",
};

export const personalGroups: readonly NavigationGroup[] = [
  { id: "overview", label: () => i18n._("Overview"), items: [dashboardItem] },
  {
    id: "funds",
    label: () => i18n._("Funds"),
    items: [
      assetsItem,
      { path: "/personal/deposit", label: () => i18n._("Deposit"), icon: "arrow-down-to-line" },
      { path: "/personal/withdraw", label: () => i18n._("Withdraw"), icon: "arrow-up-from-line" },
      exchange,
      { path: "/personal/earn", label: () => i18n._("Earn"), icon: "sprout" },
    ],
  },
  {
    id: "activity",
    label: () => i18n._("Activity"),
    items: [
      orders,
      { path: "/personal/pre-market", label: () => i18n._("Pre-market"), icon: "hourglass" },
      { path: "/personal/transactions", label: () => i18n._("Transactions"), icon: "receipt" },
      { path: "/personal/notices", label: () => i18n._("Notifications"), icon: "bell" },
    ],
  },
  {
    id: "account",
    label: () => i18n._("Account"),
    items: [
      { path: "/personal/kyc", label: () => i18n._("KYC"), icon: "id-card" },
      settingsItem,
      { path: "/personal/contact", label: () => i18n._("Contact"), icon: "message-circle" },
    ],
  },
];

export const bottomBarItems: readonly NavigationItem[] = [dashboardItem, assetsItem, exchange, orders];
