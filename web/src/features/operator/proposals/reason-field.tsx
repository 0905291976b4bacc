import { i18n } from "@lingui/core";
import type { ComponentProps } from "react";
import * as v from "valibot";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";

const MAX_REASON_LENGTH = 500;

export const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Enter a reason. The approver reads it.")),
  v.maxLength(MAX_REASON_LENGTH, () =>
    i18n._("Enter at most {longest} characters.", { longest: MAX_REASON_LENGTH }),
  ),
);

type ReasonFieldProps = Omit<ComponentProps<typeof TextInput>, "autoComplete"> & {
  error: string | undefined;
};

/** Why something is proposed. */
export function ReasonField({ error, ...field }: ReasonFieldProps) {
  return (
    <Field label={i18n._("Reason")} hint={i18n._("For the approver and the audit log.")} error={error}>
      <TextInput autoComplete="off" {...field} />
    </Field>
  );
}
