import { persisted } from "@/lib/persisted";

export const BOTTOM_TABS = ["open", "history", "fills", "assets"] as const;
export type BottomTab = (typeof BOTTOM_TABS)[number];

type BottomView = { tab: BottomTab; isAll: boolean };

/** Which of the client's orders are shown below the chart, and whether of all pairs: stored in this browser. */
export const useBottomView = persisted<BottomView>("cw:trading-tab", parseView, "browser");

function parseView(stored: unknown): BottomView {
  const { tab, isAll } = Object(stored) as Record<string, unknown>;
  return { tab: BOTTOM_TABS.find((each) => each === tab) ?? "open", isAll: isAll === true };
}
