import { i18n } from "@lingui/core";
import { useId, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { useDropZone } from "@/design/use-drop-zone";
import { classNames } from "@/lib/class-names";
import { formatFileSize } from "@/lib/file-size";
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from "./model";

interface PictureChooserProps {
  /** The accessible name of the group: the required picture. */
  label: string;
  onChoose: (file: File) => void;
  onCamera: () => void;
}

/** A drop zone, with buttons for the camera and for a file. */
export function PictureChooser({ label, onChoose, onCamera }: PictureChooserProps) {
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
