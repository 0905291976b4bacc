import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { RadioGroup } from "@/design/radio-group";
import { documentName } from "@/lib/identity-text";
import { DOCUMENT_TYPES, type DocumentType } from "./model";
import { StepFrame } from "./step-frame";

interface DocumentTypeStepProps {
  type: DocumentType | null;
  focusTitle: boolean;
  onChange: (type: DocumentType) => void;
  onNext: () => void;
}

export function DocumentTypeStep({ type, focusTitle, onChange, onNext }: DocumentTypeStepProps) {
  return (
    <StepFrame
      title={i18n._("Choose a document")}
      description={i18n._("It must be valid and issued in your name.")}
      focusTitle={focusTitle}
      actions={
        <Button className="ml-auto" disabled={type === null} onClick={onNext}>
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
