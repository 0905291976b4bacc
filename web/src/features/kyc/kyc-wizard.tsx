import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { RadioGroup } from "@/design/radio-group";
import { Stepper } from "@/design/stepper";
import { documentName } from "@/lib/identity-text";
import { useSubmitKyc } from "./api";
import {
  DOCUMENT_TYPES,
  type DocumentType,
  type KycStep,
  type PictureSlot,
  slotsOf,
  stepsOf,
  submissionOf,
} from "./model";
import { PictureStep } from "./picture-step";
import { ReviewStep } from "./review-step";
import { StepFrame } from "./step-frame";
import { stepName } from "./texts";
import { type Pictures, type UploadPicture, usePictures } from "./use-pictures";

export interface KycUploads {
  document: UploadPicture;
  selfie: UploadPicture;
}

/** The steps from the choice of a document to the submission. */
export function KycWizard({ uploads }: { uploads: KycUploads }) {
  const [type, setType] = useState<DocumentType | null>(null);
  const [step, setStep] = useState<KycStep>("type");
  const [hasMoved, setMoved] = useState(false);
  const { pictures, add, remove, retry } = usePictures({
    document_front: uploads.document,
    document_back: uploads.document,
    selfie: uploads.selfie,
  });
  const submit = useSubmitKyc();
  const steps = stepsOf(type);
  const index = steps.indexOf(step);

  function goTo(next: KycStep | undefined) {
    if (next === undefined) return;
    setMoved(true);
    submit.reset();
    setStep(next);
  }

  function chooseType(chosen: DocumentType) {
    setType(chosen);
    // Pictures of another document type are discarded.
    remove("document_front");
    remove("document_back");
  }

  const hasAll = type !== null && slotsOf(type).every((slot) => pictures[slot]);
  const submission = type && submissionOf(type, uploadedUrls(type, pictures));

  return (
    <Card>
      <div className="flex flex-col gap-8 py-2 sm:px-2">
        <Stepper
          label={i18n._("Verification steps")}
          steps={steps.map(stepName)}
          current={index}
          onSelect={(chosen) => !submit.isPending && goTo(steps[chosen])}
        />
        {step === "type" || type === null ? (
          <DocumentTypeStep
            type={type}
            focusTitle={hasMoved}
            onChange={chooseType}
            onNext={() => goTo(steps[1])}
          />
        ) : step === "review" ? (
          <ReviewStep
            type={type}
            pictures={pictures}
            isReady={submission !== null}
            isSending={submit.isPending}
            error={submit.error}
            onRetry={retry}
            onChange={goTo}
            onBack={() => goTo(steps[index - 1])}
            onSubmit={() => submission && submit.mutate(submission)}
          />
        ) : (
          <PictureStep
            key={step}
            slot={step}
            type={type}
            picture={pictures[step]}
            onAdd={(file) => add(step, file)}
            onRemove={() => remove(step)}
            onRetry={() => retry(step)}
            onBack={() => goTo(steps[index - 1])}
            onNext={() => goTo(hasAll ? "review" : steps[index + 1])}
          />
        )}
      </div>
    </Card>
  );
}

function uploadedUrls(type: DocumentType, pictures: Pictures): Partial<Record<PictureSlot, string>> {
  const urls: Partial<Record<PictureSlot, string>> = {};
  for (const slot of slotsOf(type)) {
    const upload = pictures[slot]?.upload;
    if (upload?.status === "uploaded") urls[slot] = upload.result.url;
  }
  return urls;
}

interface DocumentTypeStepProps {
  type: DocumentType | null;
  focusTitle: boolean;
  onChange: (type: DocumentType) => void;
  onNext: () => void;
}

function DocumentTypeStep({ type, focusTitle, onChange, onNext }: DocumentTypeStepProps) {
  return (
    <StepFrame
      title={i18n._("Choose a document")}
      description={i18n._("It must be valid and issued in your name.")}
      focusTitle={focusTitle}
      actions={
        <Button className="ms-auto" disabled={type === null} onClick={onNext}>
          {i18n._("Continue")}
        </Button>
      }
    >
      <RadioGroup
        aria-label={i18n._("Document")}
        look="cards"
        className="sm:grid sm:grid-cols-2"
        defaultValue={type ?? undefined}
        onValueChange={onChange}
        options={DOCUMENT_TYPES.map((value) => ({
          value,
          label: documentName(value),
          hint:
            value === "passport" ? i18n._("The photo page and a selfie") : i18n._("Both sides and a selfie"),
        }))}
      />
    </StepFrame>
  );
}
