import { i18n } from "@lingui/core";
import { useId, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { formatFileSize } from "@/lib/file-size";
import { Button } from "./button";
import { useFieldGroup } from "./field-context";
import { Icon, type IconName } from "./icon";
import { IconButton } from "./icon-button";
import { useDropZone } from "./use-drop-zone";
import { type Upload, type UploadFile, useUploads } from "./use-uploads";

interface FileRowProps {
  upload: Upload<unknown>;
  onRemove: () => void;
  onRetry: () => void;
}

const LOOKS: Record<Upload<unknown>["status"], { icon: IconName; colour: string }> = {
  uploading: { icon: "file", colour: "text-ink-3" },
  uploaded: { icon: "circle-check", colour: "text-success" },
  failed: { icon: "circle-alert", colour: "text-error" },
};

function FileRow({ upload, onRemove, onRetry }: FileRowProps) {
  const { name, size } = upload.file;
  const { icon, colour } = LOOKS[upload.status];
  return (
    <li className="rounded-control border border-line bg-deep py-1.5 pe-1.5 ps-3">
      <div className="flex items-center gap-2.5">
        <Icon name={icon} size={18} className={colour} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-13 text-ink" title={name}>
            {name}
          </p>
          {upload.status === "failed" ? (
            <p className="text-12 text-error">{upload.error}</p>
          ) : (
            <p className="text-12 text-ink-3">{formatFileSize(size)}</p>
          )}
        </div>
        {upload.status === "failed" && upload.canRetry && (
          <IconButton
            icon="rotate-ccw"
            label={i18n._("Retry {name}", { name })}
            size="small"
            onClick={onRetry}
          />
        )}
        <IconButton icon="x" label={i18n._("Remove {name}", { name })} size="small" onClick={onRemove} />
      </div>
      {upload.status === "uploading" && <UploadProgress name={name} fraction={upload.progress} />}
    </li>
  );
}

function UploadProgress({ name, fraction }: { name: string; fraction: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={i18n._("Uploading {name}", { name })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-1.5 mb-1 me-1.5 h-1 overflow-hidden rounded-full bg-line-strong"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}

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

const NAMES: Record<string, string> = { jpeg: "JPG", "svg+xml": "SVG", webp: "WebP" };

function describeTypes(accept: readonly string[]): string {
  const names = accept.map((type) => {
    const kind = type.split("/")[1] ?? type;
    return NAMES[kind] ?? kind.toUpperCase();
  });
  return new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(names);
}

function faultFinder(accept: readonly string[], maxBytes: number) {
  return (file: File): string | null => {
    if (!accept.includes(file.type)) {
      return i18n._("This file type isn’t supported. Use {types}.", { types: describeTypes(accept) });
    }
    if (file.size > maxBytes) {
      const sizes = { size: formatFileSize(file.size), most: formatFileSize(maxBytes) };
      return i18n._("This file is {size}. Maximum: {most}.", sizes);
    }
    return null;
  };
}

export function FileDrop<Result>(props: FileDropProps<Result>) {
  const { upload, accept, maxBytes, multiple = false, disabled = false, onUploaded, onRemoved } = props;
  const explainError = props.explainError ?? (() => i18n._("Upload failed. Try again."));
  const { isInvalid, ...naming } = useFieldGroup(props["aria-label"]);
  const inputRef = useRef<HTMLInputElement>(null);
  const limitsId = useId();
  const findFault = faultFinder(accept, maxBytes);
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
      {files.uploads.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {files.uploads.map((entry) => (
            <FileRow
              key={entry.id}
              upload={entry}
              onRemove={() => files.remove(entry)}
              onRetry={() => files.retry(entry)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {describeLatest(files.uploads.at(-1))}
      </p>
    </fieldset>
  );
}

function describeLatest(upload: Upload<unknown> | undefined): string {
  if (upload === undefined) return "";
  const name = upload.file.name;
  if (upload.status === "uploading") return i18n._("Uploading {name}", { name });
  if (upload.status === "uploaded") return i18n._("{name} uploaded", { name });
  return i18n._("{name}: {error}", { name, error: upload.error });
}
