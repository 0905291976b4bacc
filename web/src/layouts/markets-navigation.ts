import { i18n } from "@lingui/core";
import type { NavigationItem } from "./navigation";

export const marketsItems: readonly NavigationItem[] = [
  { path: "/markets/overview", label: () => i18n._("Overview"), icon: "layout-grid" },
  { path: "/markets/trading-data", label: () => i18n._("Trading data"), icon: "chart-spline" },
];
