import { i18n } from "@lingui/core";
import { useState } from "react";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { classNames } from "@/lib/class-names";
import { type ChartChoices, INDICATOR_KINDS, type Indicator, MAX_INDICATORS } from "./chart-settings";
import { colourName } from "./chart-texts";
import {
  anIndicator,
  CATALOGUE,
  completed,
  indicatorLabel,
  type Parameter,
  readParameter,
} from "./indicator-catalogue";
import { COLOUR_NAMES, type ColourName } from "./palette";

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

const SWATCHES: Record<ColourName, string> = {
  accent: "bg-accent",
  info: "bg-info",
  warn: "bg-warn",
  buy: "bg-buy",
  sell: "bg-sell",
  ink: "bg-ink",
  "ink-2": "bg-ink-2",
  "ink-3": "bg-ink-3",
};

interface IndicatorEditorProps {
  indicator: Indicator;
  onChange: (indicator: Indicator) => void;
}

/** The parameters and colours of one indicator; changes apply immediately. */
function IndicatorEditor({ indicator, onChange }: IndicatorEditorProps) {
  const { parameters, lines } = CATALOGUE[indicator.kind];
  const { numbers, colours } = indicator;
  return (
    <div className="grid grid-cols-2 gap-3 pt-1 pb-3">
      {parameters.map((parameter, place) => (
        <Field key={parameter.label()} label={parameter.label()}>
          <ParameterInput
            parameter={parameter}
            value={numbers[place] ?? parameter.fallback}
            onChange={(value) => onChange({ ...indicator, numbers: numbers.with(place, value) })}
          />
        </Field>
      ))}
      {lines.map((line, place) =>
        // The bars of a histogram are coloured by their sign.
        line.look === "histogram" ? null : (
          <Field key={line.label()} label={i18n._("{line}: color", { line: line.label() })}>
            <Select
              size="small"
              value={colours[place] ?? line.colour}
              options={COLOUR_NAMES.map((name) => ({
                value: name,
                label: colourName(name),
                icon: <span className={classNames("size-3 shrink-0 rounded-full", SWATCHES[name])} />,
              }))}
              onValueChange={(name) => onChange({ ...indicator, colours: colours.with(place, name) })}
            />
          </Field>
        ),
      )}
    </div>
  );
}

interface ParameterInputProps {
  parameter: Parameter;
  value: number;
  onChange: (value: number) => void;
}

function ParameterInput({ parameter, value, onChange }: ParameterInputProps) {
  // While the typed text is no valid number, the chart keeps the last valid one.
  const [draft, setDraft] = useState<string | null>(null);
  const { choices, least, most, step = 1 } = parameter;
  if (choices)
    return (
      <Select
        size="small"
        value={String(value)}
        options={choices.map((choice) => ({ value: String(choice.value), label: choice.label() }))}
        onValueChange={(chosen) => onChange(Number(chosen))}
      />
    );

  function type(text: string) {
    setDraft(text);
    const number = text.trim() === "" ? null : readParameter(parameter, Number(text));
    if (number !== null) onChange(number);
  }

  return (
    <TextInput
      type="number"
      size="small"
      min={least}
      max={most}
      step={step}
      value={draft ?? String(value)}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setDraft(null)}
    />
  );
}
