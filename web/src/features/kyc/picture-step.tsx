import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { type CameraFrame, CameraView } from "./camera-view";
import type { DocumentType, PictureSlot } from "./model";
import { PictureChooser } from "./picture-chooser";
import { HintList, StepFrame, UploadState } from "./step-frame";
import { pictureInstruction, pictureName } from "./texts";
import type { Picture } from "./use-pictures";

interface PictureStepProps {
  slot: PictureSlot;
  type: DocumentType;
  picture: Picture | undefined;
  onAdd: (file: File) => void;
  onRemove: () => void;
  onRetry: () => void;
  onBack: () => void;
  onNext: () => void;
}

function frameOf(slot: PictureSlot, type: DocumentType): CameraFrame {
  if (slot === "selfie") return "face";
  return type === "passport" ? "page" : "card";
}

export function PictureStep(props: PictureStepProps) {
  const { slot, type, picture, onAdd, onRemove, onRetry, onBack, onNext } = props;
  const [isCameraOpen, setCameraOpen] = useState(false);
  const name = pictureName(slot, type);

  return (
    <StepFrame
      title={name}
      description={pictureInstruction(slot, type)}
      focusTitle
      actions={
        <>
          <Button severity="secondary" onClick={onBack}>
            {i18n._("Back")}
          </Button>
          <Button disabled={!picture} onClick={onNext}>
            {i18n._("Continue")}
          </Button>
        </>
      }
    >
      {picture ? (
        <TakenPicture name={name} picture={picture} onRetry={onRetry} onRemove={onRemove} />
      ) : isCameraOpen ? (
        <CameraView
          label={name}
          frame={frameOf(slot, type)}
          fileName={`${slot.replace("_", "-")}.jpg`}
          onCapture={onAdd}
          onClose={() => setCameraOpen(false)}
        />
      ) : (
        <PictureChooser label={name} onChoose={onAdd} onCamera={() => setCameraOpen(true)} />
      )}
    </StepFrame>
  );
}

interface TakenPictureProps {
  name: string;
  picture: Picture;
  onRetry: () => void;
  onRemove: () => void;
}

function TakenPicture({ name, picture, onRetry, onRemove }: TakenPictureProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-hidden rounded-card border border-line bg-abyss">
        <img
          src={picture.previewUrl}
          alt={name}
          className="mx-auto max-h-[50dvh] max-w-full object-contain"
        />
      </div>
      <HintList hints={picture.hints} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-40 grow">
          <UploadState label={name} upload={picture.upload} onRetry={onRetry} />
        </div>
        <Button severity="secondary" size="small" icon="rotate-ccw" onClick={onRemove}>
          {i18n._("Retake photo")}
        </Button>
      </div>
    </div>
  );
}
