import { i18n } from "@lingui/core";
import { useId, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { formatFileSize } from "@/lib/file-size";
import { Button } from "./button";
import { useFieldGroup } from "./field-context";
import { describeTypes, fileFaultFinder } from "./file-faults";
import { Icon } from "./icon";
import { UploadRows } from "./upload-rows";
import { useDropZone } from "./use-drop-zone";
import { type UploadFile, useUploads } from "./use-uploads";

interface FileDropProps<Result> {
  /** Uploads one file; reports its progress from 0 to 1 and aborts with the signal. */
  upload: UploadFile<Result>;
  /** Media types: ["image/jpeg", "image/png"]. */
  accept: readonly string[];
  maxBytes: number;
  multiple?: boolean;
  disabled?: boolean | undefined;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  onUploaded?: ((result: Result, file: File) => void) | undefined;
  onRemoved?: ((result: Result, file: File) => void) | undefined;
  explainError?: ((error: unknown) => string) | undefined;
  className?: string | undefined;
}

export function FileDrop<Result>(props: FileDropProps<Result>) {
  const { upload, accept, maxBytes, multiple = false, disabled = false, onUploaded, onRemoved } = props;
  const explainError = props.explainError ?? (() => i18n._("Upload failed. Try again."));
  const { isInvalid, ...naming } = useFieldGroup(props["aria-label"]);
  const inputRef = useRef<HTMLInputElement>(null);
  const limitsId = useId();
  const findFault = fileFaultFinder(accept, maxBytes);
  const files = useUploads({ upload, findFault, explainError, multiple, onUploaded, onRemoved });
  const { isOver, handlers } = useDropZone(files.add, disabled);

  return (
    <fieldset
      {...naming}
      disabled={disabled}
      {...handlers}
      className={classNames("min-w-0", props.className)}
    >
      <div
        className={classNames(
          "flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center transition-[border-color,background-color]",
          isOver
            ? "border-accent bg-raised"
            : isInvalid
              ? "border-error bg-shelf"
              : "border-line-control bg-shelf",
        )}
      >
        <Icon
          name="upload"
          size={24}
          className={classNames(isOver ? "text-accent" : "text-ink-3", disabled && "opacity-45")}
        />
        <p className={classNames("text-13 text-ink-2", disabled && "opacity-45")}>
          {multiple ? i18n._("Drop files here or choose them.") : i18n._("Drop a file here or choose one.")}
        </p>
        <Button
          severity="secondary"
          size="small"
          disabled={disabled}
          aria-describedby={limitsId}
          onClick={() => inputRef.current?.click()}
        >
          {multiple ? i18n._("Choose files") : i18n._("Choose a file")}
        </Button>
        <p id={limitsId} className={classNames("text-12 text-ink-3", disabled && "opacity-45")}>
          {i18n._("{types}, up to {size}", {
            types: describeTypes(accept),
            size: formatFileSize(maxBytes),
          })}
        </p>
        <input
          ref={inputRef}
          type="file"
          hidden
          accept={accept.join(",")}
          multiple={multiple}
          onChange={(event) => {
            files.add([...(event.currentTarget.files ?? [])]);
            // Reset, so that the same file can be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <UploadRows uploads={files.uploads} onRemove={files.remove} onRetry={files.retry} />
    </fieldset>
  );
}
