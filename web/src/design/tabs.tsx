import { type ReactNode, useId, useState } from "react";
import { type TabLook, type TabName, TabPanel, TabRow } from "./tab-row";

export interface Tab extends TabName {
  content: ReactNode;
}

interface TabsProps {
  /** Names the row of tabs for those who cannot see it. */
  label: string;
  tabs: readonly Tab[];
  /** Give both to keep the open tab elsewhere, such as in the address. */
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Stands at the end of the row of tabs. */
  actions?: ReactNode;
}

const NORMAL: TabLook = {
  row: "items-center gap-4",
  list: "relative -mb-px gap-1",
  tab: "min-h-10 gap-2 text-14 disabled:cursor-not-allowed disabled:text-ink-3 disabled:opacity-60",
};

/** A row of tabs and, below it, the content of the open one. */
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
