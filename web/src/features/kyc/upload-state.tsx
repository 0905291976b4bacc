import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { Progress } from "@/design/progress";
import type { PictureUpload } from "./use-pictures";

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
