import { i18n } from "@lingui/core";
import { useState } from "react";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { classNames } from "@/lib/class-names";
import type { Indicator } from "./chart-settings";
import { colourName } from "./chart-texts";
import { CATALOGUE, type Parameter, readParameter } from "./indicator-catalogue";
import { COLOUR_NAMES, type ColourName } from "./palette";

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
export function IndicatorEditor({ indicator, onChange }: IndicatorEditorProps) {
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
