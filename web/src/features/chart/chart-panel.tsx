import { i18n } from "@lingui/core";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { findFirstControl } from "@/design/first-control";
import { IsFloating } from "@/design/floating";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { Switch } from "@/design/switch";
import { classNames } from "@/lib/class-names";
import { CHART_STYLES, type ChartChoices, type PanelName } from "./chart-settings";
import { STYLE_ICONS, styleName } from "./chart-texts";
import { IndicatorPanel } from "./indicator-panel";

interface ChartPanelProps extends ChartChoices {
  name: PanelName;
  onClose: () => void;
}

/** A panel over the chart, which stays visible and previews every change. */
export function ChartPanel({ name, settings, onChange, onClose }: ChartPanelProps) {
  const panel = useRef<HTMLDivElement | null>(null);
  // Before the panel is unmounted and loses the focus.
  useLayoutEffect(() => {
    const opened = panel.current;
    const opener = document.activeElement;
    const first = opened?.querySelector<HTMLElement>("[aria-pressed='true']") ?? findFirstControl(opened);
    (first ?? opened?.querySelector("button"))?.focus();
    return () => {
      if (opener instanceof HTMLElement && opened?.contains(document.activeElement)) opener.focus();
    };
  }, []);

  const keepOpen = useLeave(panel, onClose);

  const title = titleOf(name);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={title}
      onPointerDown={keepOpen}
      className="absolute top-1 right-1 z-4 flex max-h-[calc(100%-0.5rem)] w-80 max-w-[calc(100%-0.5rem)] flex-col rounded-card border border-line-strong bg-raised shadow-float"
    >
      <div className="flex items-center gap-2 py-2 ps-4 pe-2">
        <p className="min-w-0 grow font-semibold text-14">{title}</p>
        <IconButton icon="x" label={i18n._("Close")} size="small" onClick={onClose} />
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pb-4">
        <IsFloating value={true}>
          {name === "style" && <StylePanel settings={settings} onChange={onChange} onClose={onClose} />}
          {name === "indicators" && <IndicatorPanel settings={settings} onChange={onChange} />}
          {name === "settings" && <SettingsPanel settings={settings} onChange={onChange} />}
        </IsFloating>
      </div>
    </div>
  );
}

/**
 * Closes the panel on Escape, wherever the focus is, and on a press outside; the returned handler marks
 * presses inside.
 */
function useLeave(panel: RefObject<HTMLElement | null>, onClose: () => void): () => void {
  const isOwn = useRef(false);
  const leaveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  });
  const leaveByPress = useEffectEvent(({ target }: PointerEvent) => {
    // The chart closes the panel itself, and its toolbar switches panels.
    const isInChart = target instanceof Node && panel.current?.closest("section")?.contains(target);
    if (!isOwn.current && !isInChart) onClose();
    isOwn.current = false;
  });
  useEffect(() => {
    // On the body: full screen, which Escape also leaves, listens on an outer element.
    const { body } = document;
    const press = (event: PointerEvent) => leaveByPress(event);
    const key = (event: KeyboardEvent) => leaveByKey(event);
    body.addEventListener("keydown", key);
    document.addEventListener("pointerdown", press);
    return () => {
      body.removeEventListener("keydown", key);
      document.removeEventListener("pointerdown", press);
    };
  }, []);
  // A popup of the panel is rendered in a portal; only React's event tree knows that it belongs to it.
  return () => {
    isOwn.current = true;
  };
}

function titleOf(name: PanelName): string {
  switch (name) {
    case "style":
      return i18n._("Chart type");
    case "indicators":
      return i18n._("Indicators");
    case "settings":
      return i18n._("Chart settings");
  }
}

interface StylePanelProps extends ChartChoices {
  onClose: () => void;
}

function StylePanel({ settings, onChange, onClose }: StylePanelProps) {
  return (
    <div className="-mx-2 flex flex-col">
      {CHART_STYLES.map((style) => (
        <button
          key={style}
          type="button"
          aria-pressed={style === settings.style}
          onClick={() => {
            onChange({ style });
            onClose();
          }}
          className={classNames(
            "flex min-h-9 items-center gap-3 rounded-control px-2 text-start text-14 hover:bg-line",
            style === settings.style ? "text-accent" : "text-ink",
          )}
        >
          <Icon name={style === settings.style ? "check" : STYLE_ICONS[style]} />
          {styleName(style)}
        </button>
      ))}
    </div>
  );
}

function SettingsPanel({ settings, onChange }: ChartChoices) {
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={i18n._("Volume")}
        checked={settings.volume}
        onChange={(event) => onChange({ volume: event.target.checked })}
      />
      <Switch
        label={i18n._("Your open orders")}
        checked={settings.orders}
        onChange={(event) => onChange({ orders: event.target.checked })}
      />
      <Switch
        label={i18n._("Your fills")}
        checked={settings.fills}
        onChange={(event) => onChange({ fills: event.target.checked })}
      />
      <Switch
        label={i18n._("Logarithmic scale")}
        hint={i18n._("Equal distances show equal percentage changes.")}
        checked={settings.logarithmic}
        onChange={(event) => onChange({ logarithmic: event.target.checked })}
      />
      <p className="text-12 text-ink-3">
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          className="text-accent underline-offset-4 hover:underline"
        >
          {i18n._("Charts by TradingView")}
        </a>
      </p>
    </div>
  );
}
