import { useSearch } from "@tanstack/react-router";
import { EmailConfirmation, EmailGuide } from "@/features/auth/email-confirmation";
import { textOf } from "@/lib/text-of";

export function EmailPage() {
  const code = textOf(useSearch({ strict: false }).code);
  return code ? <EmailConfirmation code={code} /> : <EmailGuide />;
}
