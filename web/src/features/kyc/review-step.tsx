import { i18n } from "@lingui/core";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { documentName } from "@/lib/identity-text";
import { type DocumentType, type PictureSlot, slotsOf } from "./model";
import { HintList, StepFrame, UploadState } from "./step-frame";
import { pictureName } from "./texts";
import type { Picture, Pictures } from "./use-pictures";

interface ReviewStepProps {
  type: DocumentType;
  pictures: Pictures;
  isReady: boolean;
  isSending: boolean;
  error: Error | null;
  onRetry: (slot: PictureSlot) => void;
  onChange: (slot: PictureSlot) => void;
  onBack: () => void;
  onSubmit: () => void;
}

export function ReviewStep(props: ReviewStepProps) {
  const { type, pictures, isReady, isSending, error, onRetry, onChange, onBack, onSubmit } = props;
  const faults = error instanceof ProblemError ? error.errors : [];
  return (
    <StepFrame
      title={i18n._("Is everything readable?")}
      description={i18n._("Check each photo. You can’t change them during review.")}
      focusTitle
      actions={
        <>
          <Button severity="secondary" disabled={isSending} onClick={onBack}>
            {i18n._("Back")}
          </Button>
          <Button pending={isSending} disabled={!isReady && !isSending} onClick={onSubmit}>
            {i18n._("Submit for verification")}
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">{i18n._("Document: {document}", { document: documentName(type) })}</p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {slotsOf(type).map((slot) => (
          <ReviewedPicture
            key={slot}
            name={pictureName(slot, type)}
            picture={pictures[slot]}
            fault={faults.find(({ field }) => field === slot)?.message}
            isLocked={isSending}
            onRetry={() => onRetry(slot)}
            onChange={() => onChange(slot)}
          />
        ))}
      </ul>
      {error && <Banner severity="error">{error.message}</Banner>}
    </StepFrame>
  );
}

interface ReviewedPictureProps {
  name: string;
  picture: Picture | undefined;
  fault: string | undefined;
  isLocked: boolean;
  onRetry: () => void;
  onChange: () => void;
}

function ReviewedPicture({ name, picture, fault, isLocked, onRetry, onChange }: ReviewedPictureProps) {
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-shelf p-3">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="min-w-0 font-medium text-14 text-ink">{name}</h3>
        <Button
          severity="link"
          size="small"
          disabled={isLocked}
          aria-label={i18n._("Change: {picture}", { picture: name })}
          onClick={onChange}
        >
          {picture ? i18n._("Change") : i18n._("Add")}
        </Button>
      </div>
      {picture ? (
        <>
          <div className="grid h-40 place-items-center overflow-hidden rounded-control bg-abyss">
            <img src={picture.previewUrl} alt={name} className="max-h-full max-w-full object-contain" />
          </div>
          <UploadState label={name} upload={picture.upload} onRetry={onRetry} />
          <HintList hints={picture.hints} />
        </>
      ) : (
        <p className="text-13 text-ink-2">{i18n._("This photo is missing.")}</p>
      )}
      {fault && <p className="text-13 text-error">{fault}</p>}
    </li>
  );
}
