import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { describeProblem } from "@/api/form-problems";
import { Card } from "@/design/card";
import { Change } from "@/design/change";
import { Field } from "@/design/field";
import { RadioGroup, type RadioOption } from "@/design/radio-group";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { chooseLanguage } from "@/session/language";
import { type Appearance, applyAppearance, parseAppearance, useAppearance } from "@/session/preferences";
import { site } from "@/session/site";
import { useSavePreferences } from "./api";

/** Each change is applied immediately, and saved in the account a moment later. */
export function AppearanceCard({ client }: { client: Client }) {
  const appearance = useAppearance();
  const save = useSavePreferences();

  function choose(choice: Partial<Appearance>) {
    const next = { ...appearance, ...choice };
    applyAppearance(next);
    save.mutate(
      { appearance: next },
      {
        onError(error) {
          applyAppearance(parseAppearance(client.site_data.appearance));
          const summary = i18n._("Couldn’t save your choice");
          toast.add({ severity: "error", summary, detail: describeProblem(error) });
        },
      },
    );
  }

  return (
    <Card title={i18n._("Appearance")}>
      <div className="flex flex-col gap-6">
        <Choice
          label={i18n._("Up and down colors")}
          aside={
            <span className="flex gap-3">
              <Change value="0.018" />
              <Change value="-0.007" />
            </span>
          }
          options={colourOptions()}
          value={appearance.trend_colours}
          onChoose={(trend_colours) => choose({ trend_colours })}
        />
        <Choice
          label={i18n._("Table density")}
          options={densityOptions()}
          value={appearance.density}
          onChoose={(density) => choose({ density })}
        />
        <Choice
          label={i18n._("Text size")}
          options={textOptions()}
          value={appearance.text_size}
          onChoose={(text_size) => choose({ text_size })}
        />
        <LanguageChoice />
      </div>
    </Card>
  );
}

/** Also of the client's emails. */
function LanguageChoice() {
  const { languages } = site();
  if (languages.length < 2) return null;
  return (
    <Choice
      label={i18n._("Language of the site and of emails")}
      options={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
      value={i18n.locale}
      onChoose={(language) => void chooseLanguage(language)}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  aside?: ReactNode;
  options: readonly RadioOption<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, aside, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label} kind="group" aside={aside}>
      <RadioGroup
        look="cards"
        className="sm:flex-row sm:*:flex-1"
        options={options}
        value={value}
        onValueChange={onChoose}
      />
    </Field>
  );
}

function colourOptions() {
  return [
    { value: "green_red", label: i18n._("Green and red") },
    { value: "red_green", label: i18n._("Red and green") },
    { value: "blue_orange", label: i18n._("Blue and orange") },
  ] as const;
}

function densityOptions() {
  return [
    { value: "comfortable", label: i18n._("Comfortable"), hint: i18n._("More space around each row.") },
    { value: "compact", label: i18n._("Compact"), hint: i18n._("More rows on the screen.") },
  ] as const;
}

function textOptions() {
  return [
    { value: "normal", label: i18n._("Normal") },
    { value: "large", label: i18n._("Large") },
  ] as const;
}
