import { i18n } from "@lingui/core";
import { useId, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { useDropZone } from "@/design/use-drop-zone";
import { classNames } from "@/lib/class-names";
import { formatFileSize } from "@/lib/file-size";
import { type CameraFrame, CameraView } from "./camera-view";
import { type DocumentType, MAX_PICTURE_BYTES, PICTURE_TYPES, type PictureSlot } from "./model";
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

interface PictureChooserProps {
  /** The accessible name of the group: the required picture. */
  label: string;
  onChoose: (file: File) => void;
  onCamera: () => void;
}

/** A drop zone, with buttons for the camera and for a file. */
function PictureChooser({ label, onChoose, onCamera }: PictureChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const limitsId = useId();
  const [fault, setFault] = useState<string | null>(null);

  function take(file: File | undefined) {
    if (!file) return;
    const found = findFault(file);
    setFault(found);
    if (found === null) onChoose(file);
  }

  const { isOver, handlers } = useDropZone(([file]) => take(file));

  return (
    <fieldset
      aria-label={label}
      {...handlers}
      className={classNames(
        "flex min-w-0 flex-col items-center gap-4 rounded-card border border-dashed px-4 py-10 text-center transition-[border-color,background-color]",
        isOver ? "border-accent bg-raised" : fault ? "border-error bg-shelf" : "border-line-control bg-shelf",
      )}
    >
      <Icon name="image" size={28} className={isOver ? "text-accent" : "text-ink-3"} />
      <p className="text-14 text-ink-2">{i18n._("Drop a photo here, choose one or use your camera.")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon="camera" onClick={onCamera}>
          {i18n._("Use camera")}
        </Button>
        <Button
          severity="secondary"
          icon="upload"
          aria-describedby={limitsId}
          onClick={() => input.current?.click()}
        >
          {i18n._("Choose a photo")}
        </Button>
      </div>
      <p id={limitsId} className="text-12 text-ink-3">
        {i18n._("JPG, PNG or WebP, up to {size}", { size: formatFileSize(MAX_PICTURE_BYTES) })}
      </p>
      <p role="alert" className="text-13 text-error empty:hidden">
        {fault}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={PICTURE_TYPES.join(",")}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </fieldset>
  );
}

function findFault(file: File): string | null {
  if (!PICTURE_TYPES.includes(file.type)) {
    return i18n._("This isn’t a JPG, PNG or WebP photo. Choose another file.");
  }
  if (file.size > MAX_PICTURE_BYTES) {
    const sizes = { size: formatFileSize(file.size), most: formatFileSize(MAX_PICTURE_BYTES) };
    return i18n._("This file is {size}. Maximum: {most}.", sizes);
  }
  return null;
}
