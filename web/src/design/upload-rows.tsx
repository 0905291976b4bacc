import { i18n } from "@lingui/core";
import { formatFileSize } from "@/lib/file-size";
import { Icon, type IconName } from "./icon";
import { IconButton } from "./icon-button";
import type { Upload } from "./use-uploads";

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
        className="h-full origin-left rtl:origin-right rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}

interface UploadRowsProps<Result> {
  uploads: readonly Upload<Result>[];
  onRemove: (upload: Upload<Result>) => void;
  onRetry: (upload: Upload<Result>) => void;
}

/** Each upload with its progress or its error; the latest is announced. */
export function UploadRows<Result>({ uploads, onRemove, onRetry }: UploadRowsProps<Result>) {
  return (
    <>
      {uploads.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {uploads.map((upload) => (
            <FileRow
              key={upload.id}
              upload={upload}
              onRemove={() => onRemove(upload)}
              onRetry={() => onRetry(upload)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {describeLatest(uploads.at(-1))}
      </p>
    </>
  );
}

function describeLatest(upload: Upload<unknown> | undefined): string {
  if (upload === undefined) return "";
  const name = upload.file.name;
  if (upload.status === "uploading") return i18n._("Uploading {name}", { name });
  if (upload.status === "uploaded") return i18n._("{name} uploaded", { name });
  return i18n._("{name}: {error}", { name, error: upload.error });
}
