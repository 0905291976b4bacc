import { i18n } from "@lingui/core";
import { useState } from "react";
import { IconButton } from "@/design/icon-button";
import { Select } from "@/design/select";
import { type ChartChoices, INDICATOR_KINDS, type Indicator, MAX_INDICATORS } from "./chart-settings";
import { anIndicator, CATALOGUE, completed, indicatorLabel } from "./indicator-catalogue";
import { IndicatorEditor } from "./indicator-editor";

/** The indicators on the chart with their settings, and those that can be added. */
export function IndicatorPanel({ settings, onChange }: ChartChoices) {
  const [opened, setOpened] = useState<string | null>(null);
  const { indicators } = settings;

  function replace(changed: Indicator) {
    onChange({ indicators: indicators.map((one) => (one.id === changed.id ? changed : one)) });
  }

  function remove({ id }: Indicator) {
    onChange({ indicators: indicators.filter((one) => one.id !== id) });
  }

  return (
    <div className="flex flex-col gap-3">
      <Select
        aria-label={i18n._("Add indicator")}
        placeholder={i18n._("Add indicator")}
        size="small"
        value={null}
        disabled={indicators.length >= MAX_INDICATORS}
        options={INDICATOR_KINDS.map((kind) => ({
          value: kind,
          label: CATALOGUE[kind].name(),
        }))}
        onValueChange={(kind) => onChange({ indicators: [...indicators, anIndicator(kind, indicators)] })}
      />
      {indicators.length === 0 && (
        <p className="text-13 text-ink-3">
          {i18n._("No indicators yet. Averages overlay the price; oscillators appear below it.")}
        </p>
      )}
      {indicators.length > 0 && (
        <ul className="divide-y divide-line-strong border-line-strong border-y">
          {indicators.map((indicator) => {
            const label = indicatorLabel(indicator);
            const isOpen = opened === indicator.id;
            return (
              <li key={indicator.id} className="py-1">
                <div className="flex items-center gap-1">
                  <span className="min-w-0 grow truncate text-14 text-ink">{label}</span>
                  <IconButton
                    icon="settings"
                    label={i18n._("{label} settings", { label })}
                    size="small"
                    aria-expanded={isOpen}
                    onClick={() => setOpened(isOpen ? null : indicator.id)}
                  />
                  <IconButton
                    icon="trash"
                    label={i18n._("Remove {label}", { label })}
                    size="small"
                    onClick={() => remove(indicator)}
                  />
                </div>
                {isOpen && <IndicatorEditor indicator={completed(indicator)} onChange={replace} />}
              </li>
            );
          })}
        </ul>
      )}
      {indicators.length >= MAX_INDICATORS && (
        <p className="text-12 text-ink-3">
          {i18n._("You can add up to {count, plural, one {# indicator} other {# indicators}}.", {
            count: MAX_INDICATORS,
          })}
        </p>
      )}
    </div>
  );
}
