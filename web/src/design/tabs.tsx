import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab {
  value: string;
  label: string;
  /** How many things wait behind the tab. */
  count?: number | undefined;
  disabled?: boolean | undefined;
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

export function Tabs({ label, tabs, value, onChange, actions }: TabsProps) {
  const choice = value === undefined ? { defaultValue: tabs[0]?.value } : { value };
  return (
    <Base.Root {...choice} onValueChange={(next: string) => onChange?.(next)}>
      <div className="flex items-center gap-4 border-line border-b">
        <Base.List
          aria-label={label}
          className="scroll-fade relative -mb-px flex min-w-0 grow gap-1 overflow-x-auto overscroll-x-contain"
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled}
              className="flex min-h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-14 text-ink-2 -outline-offset-2 transition-colors hover:text-ink data-disabled:cursor-not-allowed data-active:border-accent data-active:text-ink data-disabled:text-ink-3 data-disabled:opacity-60"
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-raised px-1.5 text-12 text-ink-2">{tab.count}</span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {actions}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4 outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
