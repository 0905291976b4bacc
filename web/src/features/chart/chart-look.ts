import { ColorType, CrosshairMode, LineStyle } from "lightweight-charts";
import { type Palette, translucent } from "./palette";
import type { TimeAxis } from "./time-axis";

/** The chart's options from the design tokens. */
export function chartLook(palette: Palette) {
  const crosshair = {
    color: palette["ink-3"],
    width: 1,
    style: LineStyle.Dashed,
    labelBackgroundColor: palette["line-strong"],
  } as const;
  const border = { borderColor: palette.line };
  return {
    layout: {
      background: { type: ColorType.Solid, color: palette.deep },
      textColor: palette["ink-2"],
      fontFamily: '"Inter", system-ui, sans-serif',
      fontSize: 11,
      panes: { separatorColor: palette.line, separatorHoverColor: translucent(palette["line-strong"], 0.5) },
    },
    grid: {
      vertLines: { color: translucent(palette.line, 0.5) },
      horzLines: { color: translucent(palette.line, 0.5) },
    },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: border,
    timeScale: border,
  };
}

/** Interaction options for the device and the preferences of the person. */
export function chartHandling() {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  return {
    // On touch screens vertical movement scrolls the page.
    handleScroll: { vertTouchDrag: !isTouch },
    kineticScroll: { touch: !isCalm, mouse: false },
  };
}

export function timeScaleOf(axis: TimeAxis) {
  return {
    timeScale: {
      timeVisible: axis.hasTime,
      secondsVisible: axis.hasSeconds,
      tickMarkFormatter: axis.mark,
      rightOffset: 8,
      barSpacing: 8,
      minBarSpacing: 1,
    },
    localization: { timeFormatter: (time: number) => axis.describe(axis.toMs(time)) },
  };
}
