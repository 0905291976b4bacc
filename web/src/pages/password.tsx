import { useSearch } from "@tanstack/react-router";
import { NewPasswordForm, PasswordRequest } from "@/features/auth/password-reset";
import { textOf } from "@/lib/text-of";

export function PasswordPage() {
  const code = textOf(useSearch({ strict: false }).code);
  return code ? <NewPasswordForm code={code} /> : <PasswordRequest />;
}
