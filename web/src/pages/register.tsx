import { useSearch } from "@tanstack/react-router";
import { RegisterForm } from "@/features/auth/register-form";
import { textOf } from "@/lib/text-of";

export function RegisterPage() {
  const { email } = useSearch({ strict: false });
  return <RegisterForm email={textOf(email)} />;
}
