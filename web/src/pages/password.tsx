import { useSearch } from "@tanstack/react-router";
import { NewPasswordForm } from "@/features/auth/new-password-form";
import { PasswordRequest } from "@/features/auth/password-request";
import { textOf } from "@/lib/text-of";

export function PasswordPage() {
  const code = textOf(useSearch({ strict: false }).code);
  return code ? <NewPasswordForm code={code} /> : <PasswordRequest />;
}
