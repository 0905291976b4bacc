import { i18n } from "@lingui/core";
import { Field } from "@/design/field";
import { FileDrop } from "@/design/file-drop";
import type { UploadFile } from "@/design/use-uploads";
import { Example } from "./example";

const PICTURES = ["image/jpeg", "image/png", "image/webp"];
const MAX_BYTES = 10_000_000;
const STEP_MS = 150;

/** Simulates an upload; nothing is sent. */
const pretendUpload: UploadFile<string> = (file, onProgress, signal) =>
  new Promise((resolve, reject) => {
    let fraction = 0;
    const timer = setInterval(() => {
      fraction += 0.1;
      onProgress(fraction);
      if (signal.aborted || fraction >= 1) clearInterval(timer);
      if (fraction >= 1) resolve(file.name);
    }, STEP_MS);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

const failingUpload: UploadFile<string> = async (file, onProgress, signal) => {
  await pretendUpload(file, (fraction) => onProgress(fraction / 2), signal);
  throw new Error("The example fails on purpose.");
};

export function ControlsFiles() {
  return (
    <Example title={i18n._("Files")}>
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
        <Field
          label={i18n._("Images")}
          kind="group"
          hint={i18n._("Several at once. Nothing leaves your browser.")}
        >
          <FileDrop multiple upload={pretendUpload} accept={PICTURES} maxBytes={MAX_BYTES} />
        </Field>
        <Field label={i18n._("An upload that fails")} kind="group">
          <FileDrop upload={failingUpload} accept={PICTURES} maxBytes={MAX_BYTES} />
        </Field>
        <Field
          label={i18n._("Front of the document")}
          kind="group"
          error={i18n._("Add a photo of the front.")}
        >
          <FileDrop upload={pretendUpload} accept={PICTURES} maxBytes={MAX_BYTES} />
        </Field>
        <Field label={i18n._("Disabled")} kind="group">
          <FileDrop upload={pretendUpload} accept={PICTURES} maxBytes={MAX_BYTES} disabled />
        </Field>
      </div>
    </Example>
  );
}
