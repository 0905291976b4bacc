import { useEffect, useState } from "react";
import { api, unwrap } from "@/api/client";
import { setCurrentClient, useCurrentClient } from "@/session/client";
import { isSignedIn } from "@/session/session";
import {
  type Layouts,
  parseLayouts,
  parseSaved,
  type SavedLayout,
  STANDARD_LAYOUT,
  type TradingLayout,
  withSaved,
} from "./layout-model";

export const LAYOUTS_KEY = "cw:trading-layouts";

/** The arrangement of the screen in this browser, and those kept by name, for clients on every device. */
export function useLayouts() {
  const client = useCurrentClient();
  const [layouts, setLayouts] = useState<Layouts>(readKept);
  const known = client?.site_data.trading_layouts;

  useEffect(() => {
    if (known !== undefined) setLayouts((layouts) => ({ ...layouts, saved: parseSaved(known) }));
  }, [known]);
  useEffect(() => keep(layouts), [layouts]);

  function keepSaved(saved: SavedLayout[], current: TradingLayout) {
    setLayouts({ current, saved });
    if (isSignedIn()) void sendSaved(saved);
  }

  return {
    layout: layouts.current,
    saved: layouts.saved,
    change: (change: (layout: TradingLayout) => TradingLayout) =>
      setLayouts((layouts) => ({ ...layouts, current: change(layouts.current) })),
    use: (current: TradingLayout) => setLayouts((layouts) => ({ ...layouts, current })),
    reset: () => setLayouts((layouts) => ({ ...layouts, current: STANDARD_LAYOUT })),
    saveAs: (name: string) =>
      keepSaved(withSaved(layouts.saved, { name, layout: layouts.current }), layouts.current),
    remove: (name: string) =>
      keepSaved(
        layouts.saved.filter((layout) => layout.name !== name),
        layouts.current,
      ),
  };
}

export type LayoutsState = ReturnType<typeof useLayouts>;

async function sendSaved(saved: readonly SavedLayout[]): Promise<void> {
  try {
    const answer = await unwrap(api.PATCH("/v1/client/site-data", { body: { trading_layouts: saved } }));
    if (isSignedIn()) setCurrentClient(answer.client);
  } catch {
    // This browser has them; the next change brings all of them along.
  }
}

function keep(layouts: Layouts): void {
  try {
    localStorage.setItem(LAYOUTS_KEY, JSON.stringify(layouts));
  } catch {
    // Without storage the arrangement lasts as long as the page.
  }
}

function readKept(): Layouts {
  try {
    return parseLayouts(JSON.parse(localStorage.getItem(LAYOUTS_KEY) ?? "null"));
  } catch {
    return parseLayouts(null);
  }
}
