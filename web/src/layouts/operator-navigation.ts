import { i18n } from "@lingui/core";
import type { Permission } from "@/session/operator";
import type { NavigationItem } from "./navigation";

export type ConsoleItem = NavigationItem & {
  /** Without it the page is not offered; none means every operator. */
  permission?: Permission;
};

export type ConsoleGroup = { id: string; label: () => string; items: readonly ConsoleItem[] };

export const consoleGroups: readonly ConsoleGroup[] = [
  {
    id: "desk",
    label: () => i18n._("Desk"),
    items: [
      { path: "/operator", isExact: true, label: () => i18n._("Overview"), icon: "layout-dashboard" },
      {
        path: "/operator/kyc",
        label: () => i18n._("Identity"),
        icon: "id-card",
        permission: "kyc",
      },
      {
        path: "/operator/clients",
        label: () => i18n._("Clients"),
        icon: "users",
        permission: "clients",
      },
      {
        path: "/operator/feedback",
        label: () => i18n._("Feedback"),
        icon: "message-circle",
        permission: "feedback",
      },
      {
        path: "/operator/outbox",
        label: () => i18n._("Outbox"),
        icon: "mail",
        permission: "outbox",
      },
    ],
  },
  {
    id: "exchange",
    label: () => i18n._("Exchange"),
    items: [
      {
        path: "/operator/markets",
        label: () => i18n._("Markets"),
        icon: "chart-candlestick",
        permission: "markets",
      },
      { path: "/operator/coins", label: () => i18n._("Coins"), icon: "coins", permission: "markets" },
      { path: "/operator/ledger", label: () => i18n._("Ledger"), icon: "scale", permission: "ledger" },
      { path: "/operator/engine", label: () => i18n._("Engine"), icon: "server", permission: "health" },
    ],
  },
  {
    id: "settings",
    label: () => i18n._("Settings"),
    items: [
      { path: "/operator/sites", label: () => i18n._("Sites"), icon: "globe", permission: "sites" },
      { path: "/operator/rules", label: () => i18n._("Rules"), icon: "route", permission: "rules" },
      { path: "/operator/levels", label: () => i18n._("Levels"), icon: "layers", permission: "levels" },
    ],
  },
  {
    id: "oversight",
    label: () => i18n._("Oversight"),
    items: [
      { path: "/operator/staff", label: () => i18n._("Staff"), icon: "user-check", permission: "staff" },
      { path: "/operator/audit", label: () => i18n._("Audit log"), icon: "history", permission: "audit" },
      { path: "/operator/files", label: () => i18n._("File views"), icon: "eye", permission: "files_audit" },
    ],
  },
];
