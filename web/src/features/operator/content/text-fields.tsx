import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Field } from "@/design/field";
import { Tabs } from "@/design/tabs";
import { TextInput } from "@/design/text-input";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { type Kind, previewQuery } from "./api";
import { BodyField, type UploadPicture } from "./body-field";
import { type FieldErrors, languageName, type Text } from "./model";

const PAUSE_MS = 400;

/** Renders HTML of the server as the pages of the site do. */
export type RenderBody = (html: string, language: string) => ReactNode;

type TextTabsProps = {
  kind: Kind;
  texts: Record<string, Text>;
  errors: FieldErrors;
  upload: UploadPicture;
  renderBody: RenderBody;
  onChange: (language: string, part: Partial<Text>) => void;
};

/** A tab for each language, with the fields of its text and, beside them, how visitors will see it. */
export function TextTabs({ texts, errors, onChange, ...fields }: TextTabsProps) {
  const languages = Object.keys(texts);
  const [chosen, setChosen] = useState(languages[0] ?? "");
  const [shownErrors, setShownErrors] = useState(errors);
  const errorsOf = (language: string) =>
    Object.keys(errors).filter((name) => name.startsWith(`texts.${language}.`)).length;
  if (errors !== shownErrors) {
    setShownErrors(errors);
    const faulty = languages.find((language) => errorsOf(language) > 0);
    if (faulty && errorsOf(chosen) === 0) setChosen(faulty);
  }

  return (
    <Tabs
      label={i18n._("Languages")}
      value={languages.includes(chosen) ? chosen : (languages[0] ?? "")}
      onChange={setChosen}
      tabs={Object.entries(texts).map(([language, text]) => ({
        value: language,
        label: languageName(language),
        content: (
          <TextFields
            {...fields}
            language={language}
            text={text}
            errors={errors}
            onChange={(part) => onChange(language, part)}
          />
        ),
      }))}
    />
  );
}

type TextFieldsProps = Omit<TextTabsProps, "texts" | "onChange"> & {
  language: string;
  text: Text;
  onChange: (part: Partial<Text>) => void;
};

function TextFields({ kind, language, text, errors, upload, renderBody, onChange }: TextFieldsProps) {
  const errorOf = (part: keyof Text) => errors[`texts.${language}.${part}`];
  return (
    <div className="flex flex-col gap-4">
      <Field label={kind === "faq" ? i18n._("Question") : i18n._("Title")} error={errorOf("title")}>
        <TextInput
          maxLength={200}
          autoComplete="off"
          value={text.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      {kind === "news" && (
        <Field
          label={i18n._("Summary")}
          optional
          error={errorOf("summary")}
          hint={i18n._("Shown in lists, feeds and shared links.")}
        >
          <TextInput
            maxLength={500}
            autoComplete="off"
            value={text.summary}
            onChange={(event) => onChange({ summary: event.target.value })}
          />
        </Field>
      )}
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <BodyField
          label={kind === "faq" ? i18n._("Answer") : i18n._("Text")}
          value={text.body_markdown}
          error={errorOf("body_markdown")}
          upload={upload}
          onChange={(body_markdown) => onChange({ body_markdown })}
        />
        <Preview body={text.body_markdown} render={(html) => renderBody(html, language)} />
      </div>
    </div>
  );
}

type PreviewProps = { body: string; render: (html: string) => ReactNode };

/** The text as visitors will see it, rendered by the server a moment after the last keystroke. */
function Preview({ body, render }: PreviewProps) {
  const settled = useDebouncedValue(body, PAUSE_MS);
  const preview = useQuery({ ...previewQuery(settled), enabled: settled.trim() !== "" });

  return (
    <section aria-label={i18n._("Preview")} className="min-w-0">
      <h2 className="mb-1.5 min-h-5 font-medium text-13 text-ink-2">{i18n._("Preview")}</h2>
      {preview.isError && <Banner severity="error">{describeProblem(preview.error)}</Banner>}
      {settled.trim() === "" ? (
        <p className="text-13 text-ink-3">{i18n._("The preview appears as you type.")}</p>
      ) : (
        preview.data && (
          <div className="rounded-card border border-line bg-deep p-4">{render(preview.data.html)}</div>
        )
      )}
    </section>
  );
}
