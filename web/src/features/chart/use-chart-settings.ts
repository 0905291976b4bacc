import { accountSetting, useAccountSetting } from "@/session/account-setting";
import { type ChartSettings, parseChartSettings } from "./chart-settings";

export const CHART_KEY = "cw:chart";

type Change = (change: Partial<ChartSettings>) => void;

const setting = accountSetting<ChartSettings>({
  key: CHART_KEY,
  field: "chart",
  parse: parseChartSettings,
  // Debounced, for numbers that are changed step by step.
  pauseMs: 800,
});

/** The chart's settings: stored in this browser or, for clients, in the account. */
export function useChartSettings(): [ChartSettings, Change] {
  return [useAccountSetting(setting), change];
}

function change(choice: Partial<ChartSettings>): void {
  setting.change({ ...setting.get(), ...choice });
}
