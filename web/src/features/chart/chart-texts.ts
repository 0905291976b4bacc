import { i18n } from "@lingui/core";
import type { IconName } from "@/design/icon";
import type { ChartStyle } from "./chart-settings";
import type { ColourName } from "./palette";

export function styleName(style: ChartStyle): string {
  switch (style) {
    case "candles":
      return i18n._("Candles");
    case "hollow":
      return i18n._("Hollow candles");
    case "bars":
      return i18n._("Bars");
    case "line":
      return i18n._("Line");
    case "area":
      return i18n._("Area");
    case "heikin_ashi":
      return i18n._("Heikin-Ashi");
  }
}

export const STYLE_ICONS: Record<ChartStyle, IconName> = {
  candles: "chart-candlestick",
  hollow: "chart-candlestick",
  bars: "chart-column",
  line: "chart-line",
  area: "chart-spline",
  heikin_ashi: "chart-candlestick",
};

export function colourName(colour: ColourName): string {
  switch (colour) {
    case "accent":
      return i18n._("Accent");
    case "info":
      return i18n._("Blue");
    case "warn":
      return i18n._("Amber");
    case "buy":
      return i18n._("Rising");
    case "sell":
      return i18n._("Falling");
    case "ink":
      return i18n._("White");
    case "ink-2":
      return i18n._("Light gray");
    case "ink-3":
      return i18n._("Gray");
  }
}
