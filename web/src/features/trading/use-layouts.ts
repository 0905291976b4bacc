import { accountSetting, useAccountSetting } from "@/session/account-setting";
import { type Layouts, parseLayouts, STANDARD_LAYOUT, type TradingLayout, withSaved } from "./layout-model";

export const LAYOUTS_KEY = "cw:trading-layouts";

const setting = accountSetting<Layouts>({
  key: LAYOUTS_KEY,
  field: "trading_layouts",
  parse: parseLayouts,
  // Debounced, because dragging changes the size many times a second.
  pauseMs: 800,
});

/** The current and the saved layouts: stored in this browser or, for clients, in the account. */
export function useLayouts() {
  const { current, saved } = useAccountSetting(setting);

  return { layout: current, saved, change, use, reset, saveAs, remove };
}

export type LayoutsState = ReturnType<typeof useLayouts>;

function use(current: TradingLayout): void {
  setting.change({ ...setting.get(), current });
}

function change(changed: (layout: TradingLayout) => TradingLayout): void {
  use(changed(setting.get().current));
}

function reset(): void {
  use(STANDARD_LAYOUT);
}

function saveAs(name: string): void {
  const { current, saved } = setting.get();
  setting.change({ current, saved: withSaved(saved, { name, layout: current }) });
}

function remove(name: string): void {
  const { current, saved } = setting.get();
  setting.change({ current, saved: saved.filter((layout) => layout.name !== name) });
}
