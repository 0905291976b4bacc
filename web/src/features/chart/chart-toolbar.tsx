import { i18n } from "@lingui/core";
import { type ComponentProps, useEffect, useRef } from "react";
import { Icon, type IconName } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { classNames } from "@/lib/class-names";
import { intervalName } from "@/lib/interval-name";
import type { ChartChoices, PanelName } from "./chart-settings";
import { STYLE_ICONS, styleName } from "./chart-texts";
import { INTERVALS } from "./intervals";

interface ChartToolbarProps extends ChartChoices {
  /** The open panel. */
  panel: PanelName | null;
  onPanel: (panel: PanelName) => void;
  isFull: boolean;
  onFull: () => void;
  onPicture: () => void;
  onTable: () => void;
  /** Opens the alerts about the price; without it there is no such button. */
  onAlerts?: (() => void) | undefined;
}

export function ChartToolbar(props: ChartToolbarProps) {
  const { settings, panel, onPanel, isFull } = props;
  const opener = (name: PanelName) => ({
    "aria-haspopup": "dialog" as const,
    "aria-expanded": panel === name,
    onClick: () => onPanel(name),
  });
  return (
    <div
      role="toolbar"
      aria-label={i18n._("Chart")}
      className="flex items-center gap-x-1 border-line border-b px-1.5 py-1"
    >
      <IntervalChoice settings={settings} onChange={props.onChange} />
      <div className="ms-auto flex shrink-0 items-center gap-0.5">
        <ToolButton
          icon={STYLE_ICONS[settings.style]}
          label={styleName(settings.style)}
          {...opener("style")}
        />
        <ToolButton
          icon="activity"
          label={i18n._("Indicators")}
          count={settings.indicators.length}
          {...opener("indicators")}
        />
        <IconButton icon="sliders" label={i18n._("Chart settings")} size="small" {...opener("settings")} />
        {props.onAlerts && (
          <IconButton
            icon="bell"
            label={i18n._("Price alerts")}
            size="small"
            aria-haspopup="dialog"
            onClick={props.onAlerts}
          />
        )}
        <IconButton icon="list" label={i18n._("Show as table")} size="small" onClick={props.onTable} />
        <IconButton icon="camera" label={i18n._("Save as image")} size="small" onClick={props.onPicture} />
        <IconButton
          icon={isFull ? "minimize" : "maximize"}
          label={isFull ? i18n._("Exit full screen") : i18n._("Full screen")}
          size="small"
          onClick={props.onFull}
        />
      </div>
    </div>
  );
}

function IntervalChoice({ settings, onChange }: ChartChoices) {
  const row = useRef<HTMLFieldSetElement | null>(null);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    // Scroll the selected one to the middle of an overflowing row. In a ResizeObserver, because reading the
    // layout earlier would force a reflow.
    const observer = new ResizeObserver(() => {
      const chosen = element.querySelector<HTMLElement>('[aria-pressed="true"]');
      if (chosen) element.scrollLeft = chosen.offsetLeft - (element.clientWidth - chosen.offsetWidth) / 2;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <fieldset
      ref={row}
      className="scroll-fade relative flex min-w-0 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
    >
      <legend className="sr-only">{i18n._("Interval")}</legend>
      {INTERVALS.map((interval) => (
        <button
          key={interval}
          type="button"
          title={intervalName(interval)}
          // The accessible name starts with the visible text, for voice control.
          aria-label={`${interval}, ${intervalName(interval)}`}
          aria-pressed={interval === settings.interval}
          onClick={() => onChange({ interval })}
          className={classNames(
            "h-8 min-w-8 shrink-0 rounded-control px-1.5 font-medium -outline-offset-2 text-12 tabular-nums transition-colors hover:bg-raised hover:text-ink",
            interval === settings.interval ? "text-accent" : "text-ink-2",
          )}
        >
          {interval}
        </button>
      ))}
    </fieldset>
  );
}

interface ToolButtonProps extends ComponentProps<"button"> {
  icon: IconName;
  label: string;
  count?: number;
}

/** The text is hidden where the chart is narrow; the accessible name stays. */
function ToolButton({ icon, label, count = 0, ...native }: ToolButtonProps) {
  return (
    <button
      {...native}
      type="button"
      title={label}
      className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 font-medium text-12 text-ink-2 transition-colors hover:bg-raised hover:text-ink"
    >
      <Icon name={icon} />
      <span className="@max-2xl:sr-only">{label}</span>
      {count > 0 && <span className="rounded-full bg-raised px-1.5 text-ink-2">{count}</span>}
    </button>
  );
}
