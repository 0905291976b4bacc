import { i18n } from "@lingui/core";
import * as v from "valibot";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";
import { TotpSecret } from "@/design/totp-secret";

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
      <TotpSecret {...setup} />
      <Field label={i18n._("Code from the app")} error={error}>
        <CodeInput value={code} onValueChange={onCode} />
      </Field>
    </>
  );
}
