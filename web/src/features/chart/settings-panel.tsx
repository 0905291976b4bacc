import { i18n } from "@lingui/core";
import { Switch } from "@/design/switch";
import type { ChartChoices } from "./chart-settings";

export function SettingsPanel({ settings, onChange }: ChartChoices) {
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
