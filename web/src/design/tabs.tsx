import { type ReactNode, useId, useState } from "react";
import { type TabLook, type TabName, TabPanel, TabRow } from "./tab-row";

export interface Tab extends TabName {
  content: ReactNode;
}

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  /** Give both to control the open tab, such as from the URL. */
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Rendered at the end of the tab list. */
  actions?: ReactNode;
}

const NORMAL: TabLook = {
  row: "items-center gap-4",
  list: "relative -mb-px gap-1",
  tab: "min-h-10 gap-2 text-14 disabled:cursor-not-allowed disabled:text-ink-3 disabled:opacity-60",
};

/** A tab list and, below it, the panel of the selected tab. */
export function Tabs({ label, tabs, value, onChange, actions }: TabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0]?.value ?? "");
  const shown = value ?? chosen;

  function choose(next: string) {
    if (next === shown) return;
    setChosen(next);
    onChange?.(next);
  }

  return (
    <div>
      <TabRow id={id} label={label} tabs={tabs} value={shown} onChange={choose} look={NORMAL}>
        {actions}
      </TabRow>
      <TabPanel key={shown} id={id} value={shown} tabIndex={0} className="pt-4 outline-offset-4">
        {tabs.find((tab) => tab.value === shown)?.content}
      </TabPanel>
    </div>
  );
}
