import { i18n } from "@lingui/core";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { TextInput } from "@/design/text-input";

type ReferralFieldProps = {
  input: UseFormRegisterReturn;
  /** Initially open, because the URL has a code. */
  isOpen: boolean;
  error: string | undefined;
};

/** Collapsed by default: most people have no code. */
export function ReferralField({ input, isOpen, error }: ReferralFieldProps) {
  return (
    <details open={isOpen || error !== undefined} className="group">
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-2 rounded-control text-13 text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-down" className="-rotate-90 transition-transform group-open:rotate-0" />
        {i18n._("I have a referral code")}
      </summary>
      <div className="pt-3">
        <Field label={i18n._("Referral code")} optional error={error}>
          <TextInput {...input} size="large" autoComplete="off" spellCheck={false} maxLength={32} />
        </Field>
      </div>
    </details>
  );
}
