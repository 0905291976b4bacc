import { i18n } from "@lingui/core";
import { type ChangeEvent, useRef } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { type PictureKind, useUploadPicture } from "./api";

const STANDARD = "/logo.svg";
const ACCEPTED = "image/png,image/webp,image/jpeg";

type PictureFieldProps = {
  siteId: string;
  kind: PictureKind;
  label: string;
  hint: string;
  value: string;
  onChange: (url: string) => void;
};

/** Uploads a picture immediately; visitors see it when the site is saved. */
export function PictureField({ siteId, kind, label, hint, value, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture(siteId, kind);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) upload.mutate(file, { onSuccess: ({ url }) => onChange(url) });
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-13 text-ink-2">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <img
          src={value}
          alt=""
          className="h-10 max-w-40 rounded-control border border-line bg-shelf object-contain p-1"
        />
        <Button
          severity="secondary"
          size="small"
          icon="upload"
          pending={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {i18n._("Choose image")}
        </Button>
        {value !== STANDARD && (
          <Button severity="link" size="small" onClick={() => onChange(STANDARD)}>
            {i18n._("Use the standard image")}
          </Button>
        )}
        <input ref={input} type="file" accept={ACCEPTED} hidden aria-label={label} onChange={choose} />
      </div>
      <p className="mt-1.5 text-12 text-ink-3">{hint}</p>
      {upload.isError && (
        <p role="alert" className="mt-1 text-12 text-error">
          {describeProblem(upload.error)}
        </p>
      )}
    </fieldset>
  );
}
