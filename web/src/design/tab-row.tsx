import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "@/lib/class-names";

export interface TabName<Value extends string = string> {
  value: Value;
  label: string;
  /** A badge with the number of items in the tab. */
  count?: number | undefined;
  disabled?: boolean | undefined;
}

interface TabRowProps<Value extends string> {
  /** Connects the tabs to their panel: `${id}-panel`. */
  id: string;
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly TabName<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Dense by default. */
  look?: TabLook;
  isStretched?: boolean;
  /** Rendered at the end of the row. */
  children?: ReactNode;
}

/** Classes of the row, of the list in it and of each tab. */
export interface TabLook {
  row: string;
  list: string;
  tab: string;
}

const DENSE: TabLook = {
  row: "h-9 shrink-0 items-stretch gap-2 pe-2",
  list: "[scrollbar-width:none]",
  tab: "-mb-px gap-1.5 text-13 tabular-nums",
};

/** A tab list for a panel rendered elsewhere. Arrow keys, Home and End switch tabs. */
export function TabRow<Value extends string>(props: TabRowProps<Value>) {
  const { id, label, tabs, value, onChange, look = DENSE, isStretched = false, children } = props;

  function move(event: KeyboardEvent) {
    const open = tabs.filter((tab) => !tab.disabled);
    const place = open.findIndex((tab) => tab.value === value);
    const [forward, back] =
      document.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const next = {
      [forward]: open[(place + 1) % open.length],
      [back]: open.at(place - 1),
      Home: open[0],
      End: open.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }

  return (
    <div className={classNames("flex border-line border-b", look.row)}>
      <div
        role="tablist"
        aria-label={label}
        className={classNames(
          "scroll-fade flex min-w-0 grow overflow-x-auto overscroll-x-contain",
          look.list,
        )}
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
            disabled={tab.disabled}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
            className={classNames(
              "flex shrink-0 items-center whitespace-nowrap border-b-2 px-3 font-medium -outline-offset-2 transition-colors",
              look.tab,
              tab.value === value
                ? "border-accent text-ink"
                : "border-transparent text-ink-2 enabled:hover:text-ink",
              isStretched && "grow justify-center",
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-raised px-1.5 text-12 text-ink-2">{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      {children && <div className="flex shrink-0 items-center gap-2">{children}</div>}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  value: string;
  className?: string;
  tabIndex?: number;
  children: ReactNode;
}

/** The panel of the selected tab. */
export function TabPanel({ id, value, ...rest }: TabPanelProps) {
  return <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} {...rest} />;
}
