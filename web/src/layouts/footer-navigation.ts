import { i18n } from "@lingui/core";
import {
  accountActions,
  assetsItem,
  dashboardItem,
  headerItems,
  landingSections,
  type NavigationGroup,
  privacyItems,
} from "./navigation";

export const footerGroups: readonly NavigationGroup[] = [
  { id: "exchange", label: () => i18n._("The exchange"), items: headerItems },
  { id: "about", label: () => i18n._("About"), items: landingSections },
  { id: "account", label: () => i18n._("Account"), items: [...accountActions, dashboardItem, assetsItem] },
  {
    id: "help",
    label: () => i18n._("Help and policies"),
    items: [
      ...privacyItems,
      { path: "/privacy", hash: "cookies", label: () => i18n._("Cookies"), icon: "cookie" },
    ],
  },
];
