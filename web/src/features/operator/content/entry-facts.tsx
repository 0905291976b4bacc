import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { FileDrop } from "@/design/file-drop";
import { Select } from "@/design/select";
import { Switch } from "@/design/switch";
import { TextInput } from "@/design/text-input";
import type { Kind } from "./api";
import type { UploadPicture } from "./body-field";
import {
  CATEGORIES,
  categoryName,
  type EntryDraft,
  type FieldErrors,
  PICTURE_MAX_BYTES,
  PICTURE_TYPES,
} from "./model";

const TERMS = "terms";

type EntryFactsProps = {
  kind: Kind;
  draft: EntryDraft;
  errors: FieldErrors;
  upload: UploadPicture;
  onChange: (change: Partial<EntryDraft>) => void;
};

/** What an entry has beside its texts. */
export function EntryFacts({ kind, draft, errors, upload, onChange }: EntryFactsProps) {
  return (
    <Card title={i18n._("Details")}>
      <div className="flex flex-col gap-4">
        <Field label={i18n._("Slug")} error={errors.slug} hint={i18n._("The last part of the URL.")}>
          <TextInput
            {...VERBATIM}
            maxLength={80}
            value={draft.slug}
            onChange={(event) => onChange({ slug: event.target.value })}
          />
        </Field>
        {kind !== "page" && (
          <Field label={i18n._("Category")} error={errors.category}>
            <Select
              options={CATEGORIES[kind].map((value) => ({
                value: value as string,
                label: categoryName(value),
              }))}
              value={draft.category}
              onValueChange={(category) => onChange({ category })}
            />
          </Field>
        )}
        {kind === "page" && draft.slug === TERMS && (
          <Switch
            label={i18n._("Clients have to accept this version")}
            hint={i18n._("They are asked at their next sign-in after it is published.")}
            checked={draft.asksAcceptance}
            onChange={(event) => onChange({ asksAcceptance: event.target.checked })}
          />
        )}
        {kind === "faq" && (
          <Field
            label={i18n._("Sort order")}
            error={errors.position}
            hint={i18n._("Lower numbers come first in the category.")}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={draft.position}
              onChange={(event) => onChange({ position: event.target.value })}
            />
          </Field>
        )}
        {kind === "news" && (
          <>
            <Field
              label={i18n._("Coins")}
              optional
              error={errors.coins}
              hint={i18n._("Symbols, separated by spaces: BTC ETH")}
            >
              <TextInput
                {...VERBATIM}
                value={draft.coins}
                onChange={(event) => onChange({ coins: event.target.value })}
              />
            </Field>
            <Switch
              label={i18n._("Pin to the top")}
              checked={draft.pinned}
              onChange={(event) => onChange({ pinned: event.target.checked })}
            />
            <Cover
              cover={draft.cover}
              error={errors.cover}
              upload={upload}
              onChange={(cover) => onChange({ cover })}
            />
          </>
        )}
      </div>
    </Card>
  );
}

type CoverProps = {
  cover: string | null;
  error: string | undefined;
  upload: UploadPicture;
  onChange: (cover: string | null) => void;
};

function Cover({ cover, error, upload, onChange }: CoverProps) {
  return (
    <Field label={i18n._("Cover")} kind="group" optional error={error}>
      <div className="flex flex-col gap-2">
        {cover && (
          <>
            <img src={cover} alt={i18n._("Cover")} className="max-h-48 w-full rounded-card object-cover" />
            <Button severity="secondary" size="small" onClick={() => onChange(null)}>
              {i18n._("Remove cover")}
            </Button>
          </>
        )}
        <FileDrop
          upload={upload}
          accept={PICTURE_TYPES}
          maxBytes={PICTURE_MAX_BYTES}
          onUploaded={({ url }) => onChange(url)}
          explainError={describeProblem}
        />
      </div>
    </Field>
  );
}
