import { i18n } from "@lingui/core";
import * as v from "valibot";
import { CodeInput } from "@/design/code-input";
import { CopyButton } from "@/design/copy-button";
import { Field } from "@/design/field";
import { QrCode } from "@/design/qr-code";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

export const newPassword = v.pipe(
  v.string(),
  v.minLength(MIN_LENGTH, () => i18n._("Use at least {count} characters.", { count: MIN_LENGTH })),
  v.maxLength(MAX_LENGTH, () => i18n._("Use at most {count} characters.", { count: MAX_LENGTH })),
);

export const newPasswordHint = () =>
  i18n._("At least {count} characters. Four random words are easy to remember and hard to guess.", {
    count: MIN_LENGTH,
  });

type TotpFieldsProps = {
  setup: { secret: string; uri: string };
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
};

/** Shows the secret for an authenticator app, and asks for a code to confirm it. */
export function TotpFields({ setup, code, onCode, error }: TotpFieldsProps) {
  return (
    <>
      <div className="flex justify-center">
        <QrCode
          value={setup.uri}
          label={i18n._("QR code with the secret for your authenticator app")}
          size={176}
        />
      </div>
      <div>
        <p className="mb-1.5 text-13">{i18n._("Or enter this secret in the app:")}</p>
        <div className="flex min-h-10 items-center gap-1 rounded-control border border-line bg-shelf py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-13 text-ink">
            {setup.secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton value={setup.secret} label={i18n._("Copy secret")} />
        </div>
      </div>
      <Field label={i18n._("Code from the app")} error={error}>
        <CodeInput value={code} onValueChange={onCode} />
      </Field>
    </>
  );
}
