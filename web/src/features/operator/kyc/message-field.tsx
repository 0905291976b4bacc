import { i18n } from "@lingui/core";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import * as v from "valibot";
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";

const MAX_MESSAGE_LENGTH = 500;

/** The message to the client about a decision. */
export const messageSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Tell the client why and what to do next.")),
  v.maxLength(MAX_MESSAGE_LENGTH, () =>
    i18n._("Enter at most {most} characters.", { most: MAX_MESSAGE_LENGTH }),
  ),
);

interface MessageFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
}

export function MessageField<Values extends FieldValues>({ control, name }: MessageFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field
      label={i18n._("Message to the client")}
      hint={i18n._("Shown in the client’s account and sent by email.")}
      error={fieldState.error?.message}
    >
      <TextArea rows={4} {...field} />
    </Field>
  );
}
