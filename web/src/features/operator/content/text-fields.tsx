import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Field } from "@/design/field";
import { Tabs } from "@/design/tabs";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { type Kind, previewQuery } from "./api";
import type { Text } from "./model";

const PAUSE_MS = 400;
const MAX_BODY = 20_000;

type TextTabsProps = {
  kind: Kind;
  texts: Record<string, Text>;
  onChange: (language: string, text: Text) => void;
};

/** A tab for each language, with the fields of its text and, beside them, how visitors will see it. */
export function TextTabs({ kind, texts, onChange }: TextTabsProps) {
  return (
    <Tabs
      label={i18n._("Languages")}
      tabs={Object.entries(texts).map(([language, text]) => ({
        value: language,
        label: languageName(language),
        content: <TextFields kind={kind} text={text} onChange={(changed) => onChange(language, changed)} />,
      }))}
    />
  );
}

function languageName(language: string): string {
  return new Intl.DisplayNames(i18n.locale, { type: "language" }).of(language) ?? language;
}

type TextFieldsProps = { kind: Kind; text: Text; onChange: (text: Text) => void };

function TextFields({ kind, text, onChange }: TextFieldsProps) {
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Field label={kind === "faq" ? i18n._("Question") : i18n._("Title")}>
        <TextInput
          maxLength={200}
          autoComplete="off"
          value={text.title}
          onChange={(event) => onChange({ ...text, title: event.target.value })}
        />
      </Field>
      {kind === "news" && (
        <Field label={i18n._("Summary")} optional hint={i18n._("Shown in lists, feeds and shared links.")}>
          <TextInput
            maxLength={500}
            autoComplete="off"
            value={text.summary}
            onChange={(event) => onChange({ ...text, summary: event.target.value })}
          />
        </Field>
      )}
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <Field
          label={kind === "faq" ? i18n._("Answer") : i18n._("Text")}
          hint={i18n._("Markdown. HTML is shown as text.")}
        >
          <TextArea
            rows={16}
            maxLength={MAX_BODY}
            className="font-mono"
            value={text.body_markdown}
            onChange={(event) => onChange({ ...text, body_markdown: event.target.value })}
          />
        </Field>
        <Preview body={text.body_markdown} />
      </div>
    </div>
  );
}

/** The text as visitors will see it, rendered by the server a moment after the last keystroke. */
function Preview({ body }: { body: string }) {
  const settled = useDebouncedValue(body, PAUSE_MS);
  const preview = useQuery({ ...previewQuery(settled), enabled: settled.trim() !== "" });

  return (
    <section aria-label={i18n._("Preview")} className="min-w-0">
      <h2 className="mb-1.5 text-13 text-ink-2">{i18n._("Preview")}</h2>
      {preview.isError && <Banner severity="error">{describeProblem(preview.error)}</Banner>}
      {settled.trim() === "" ? (
        <p className="text-13 text-ink-3">{i18n._("The preview appears as you type.")}</p>
      ) : (
        preview.data && (
          <div
            className={PROSE}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
            dangerouslySetInnerHTML={{ __html: preview.data.html }}
          />
        )
      )}
    </section>
  );
}

const PROSE =
  "rounded-card border border-line bg-deep p-4 text-14 wrap-anywhere [&_a]:text-accent [&_a]:underline [&_h2]:mt-4 [&_h2]:font-semibold [&_h2]:text-16 [&_h3]:mt-3 [&_h3]:font-semibold [&_img]:max-w-full [&_li]:ml-5 [&_ol]:list-decimal [&_p]:mt-2 [&_p]:first:mt-0 [&_table]:w-full [&_td]:border [&_td]:border-line [&_td]:p-2 [&_th]:border [&_th]:border-line [&_th]:p-2 [&_ul]:list-disc";
