import { i18n } from "@lingui/core";
import { type DragEvent, useRef } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { fileFaultFinder } from "@/design/file-faults";
import { TextArea } from "@/design/text-area";
import { UploadRows } from "@/design/upload-rows";
import { useDropZone } from "@/design/use-drop-zone";
import { type UploadFile, useUploads } from "@/design/use-uploads";
import { classNames } from "@/lib/class-names";
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from "./model";

export type UploadPicture = UploadFile<{ url: string }>;

const MAX_BODY = 20_000;

type BodyFieldProps = {
  label: string;
  value: string;
  error: string | undefined;
  upload: UploadPicture;
  onChange: (body: string) => void;
};

/** The markdown of a text. Pictures are uploaded when they are chosen, pasted or dropped. */
export function BodyField({ label, value, error, upload, onChange }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const pictures = useUploads({
    upload,
    findFault: fileFaultFinder(PICTURE_TYPES, PICTURE_MAX_BYTES),
    explainError: describeProblem,
    multiple: true,
    onUploaded: ({ url }, file) => {
      if (!area.current) return;
      insertAtCaret(area.current, `![${altText(file.name)}](${url})`);
      onChange(area.current.value);
    },
  });
  const { isOver, handlers } = useDropZone(pictures.add);
  const ofFiles = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) handle(event);
  };

  return (
    <div>
      <Field
        label={label}
        error={error}
        hint={i18n._("Markdown. HTML is shown as text. Paste or drop pictures to upload them.")}
        aside={
          <Button severity="link" size="small" icon="upload" onClick={() => input.current?.click()}>
            {i18n._("Add picture")}
          </Button>
        }
      >
        <TextArea
          ref={area}
          rows={16}
          maxLength={MAX_BODY}
          className={classNames("font-mono", isOver && "border-accent bg-raised")}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            // Text that is copied from an office program brings a picture of itself along.
            if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
            event.preventDefault();
            pictures.add(files);
          }}
          onDragOver={ofFiles(handlers.onDragOver)}
          onDragLeave={handlers.onDragLeave}
          onDrop={ofFiles(handlers.onDrop)}
        />
      </Field>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={i18n._("Add picture")}
        accept={PICTURE_TYPES.join(",")}
        onChange={(event) => {
          pictures.add([...(event.currentTarget.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      <UploadRows
        uploads={pictures.uploads.filter(({ status }) => status !== "uploaded")}
        onRemove={pictures.remove}
        onRetry={pictures.retry}
      />
    </div>
  );
}

/** Puts a picture in a paragraph of its own. */
function insertAtCaret(area: HTMLTextAreaElement, markdown: string) {
  const before = area.value.slice(0, area.selectionStart);
  const after = area.value.slice(area.selectionEnd);
  const start = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const end = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  area.setRangeText(`${start}${markdown}${end}`, area.selectionStart, area.selectionEnd, "end");
}

/** The description to begin with: the file's name, without what ends a description in markdown. */
function altText(name: string): string {
  return name
    .replace(/\.\w+$/, "")
    .replace(/[[\]\\_*`]+/g, " ")
    .trim();
}
