import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "@/lib/class-names";

export type TabName<Value extends string> = { value: Value; label: string; count?: number | undefined };

type TabRowProps<Value extends string> = {
  /** Ties the tabs to the panel they open: `${id}-panel`. */
  id: string;
  label: string;
  tabs: readonly TabName<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  isStretched?: boolean;
  children?: ReactNode;
};

/** The dense tabs of a panel. Arrow keys lead from one to the next. */
export function TabRow<Value extends string>(props: TabRowProps<Value>) {
  const { id, label, tabs, value, onChange, isStretched = false, children } = props;

  function move(event: KeyboardEvent<HTMLButtonElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = tabs.findIndex((tab) => tab.value === value);
    const next = tabs.at((place + step) % tabs.length);
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }

  return (
    <div className="flex h-9 shrink-0 items-stretch gap-2 border-line border-b pr-2">
      <div
        role="tablist"
        aria-label={label}
        className="scroll-fade flex min-w-0 grow overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
            className={classNames(
              "-mb-px flex shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 font-medium text-13 -outline-offset-2 transition-colors",
              tab.value === value ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
              isStretched && "grow justify-center",
            )}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="rounded-full bg-raised px-1.5 text-12 text-ink-2 tabular-nums">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      {children && <div className="flex shrink-0 items-center gap-2">{children}</div>}
    </div>
  );
}

type TabPanelProps = { id: string; value: string; className?: string; children: ReactNode };

/** What the chosen tab of a row shows. */
export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={className}>
      {children}
    </div>
  );
}
