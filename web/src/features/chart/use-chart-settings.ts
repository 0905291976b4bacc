import { accountSetting, useAccountSetting } from "@/session/account-setting";
import { type ChartSettings, parseChartSettings } from "./chart-settings";

export const CHART_KEY = "cw:chart";

type Change = (change: Partial<ChartSettings>) => void;

const setting = accountSetting<ChartSettings>({
  key: CHART_KEY,
  field: "chart",
  parse: parseChartSettings,
  // Whoever turns a number up step by step means the last one.
  pauseMs: 800,
});

/** How the chart is set up: kept in this browser or, for clients, with their account. */
export function useChartSettings(): [ChartSettings, Change] {
  return [useAccountSetting(setting), change];
}

function change(choice: Partial<ChartSettings>): void {
  setting.change({ ...setting.get(), ...choice });
}
