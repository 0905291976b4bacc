import { i18n } from "@lingui/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { Progress } from "@/design/progress";
import type { QualityHint } from "./quality";
import { hintText } from "./texts";
import type { PictureUpload } from "./use-pictures";

interface StepFrameProps {
  title: string;
  description?: ReactNode;
  /** Moves the focus to the title, because the pressed button is gone. */
  focusTitle: boolean;
  children: ReactNode;
  actions: ReactNode;
}

export function StepFrame({ title, description, focusTitle, children, actions }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) heading.current?.focus();
  }, [focusTitle]);

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-20 text-ink outline-none">
          {title}
        </h2>
        {description && <p className="mt-1 max-w-prose text-14 text-ink-2">{description}</p>}
      </div>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-2">{actions}</div>
    </div>
  );
}

/** Possible quality problems of a picture; the person decides. */
export function HintList({ hints }: { hints: readonly QualityHint[] }) {
  if (hints.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-13 text-warn">
      {hints.map((hint) => (
        <li key={hint} className="flex items-start gap-2">
          <Icon name="triangle-alert" className="mt-px" />
          <span className="min-w-0">{hintText(hint)}</span>
        </li>
      ))}
    </ul>
  );
}

interface UploadStateProps {
  /** The accessible name of the progress bar. */
  label: string;
  upload: PictureUpload;
  onRetry: () => void;
}

/** The upload progress of a picture. */
export function UploadState({ label, upload, onRetry }: UploadStateProps) {
  switch (upload.status) {
    case "uploading":
      // All bytes are sent; the server is re-encoding the picture.
      return upload.progress < 1 ? (
        <Progress label={i18n._("Uploading: {picture}", { picture: label })} value={upload.progress} />
      ) : (
        <Progress label={i18n._("Checking: {picture}", { picture: label })} />
      );
    case "uploaded":
      return (
        <p className="flex items-center gap-2 text-13 text-ink-2">
          <Icon name="circle-check" className="text-success" />
          {i18n._("Uploaded")}
        </p>
      );
    case "failed":
      return (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
          <span className="flex min-w-0 items-start gap-2 text-error">
            <Icon name="circle-alert" className="mt-px" />
            <span className="min-w-0 wrap-break-word">{upload.error}</span>
          </span>
          <Button severity="link" size="small" icon="rotate-ccw" onClick={onRetry}>
            {i18n._("Upload again")}
          </Button>
        </div>
      );
  }
}
