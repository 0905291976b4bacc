import { useSearch } from "@tanstack/react-router";
import { RegisterForm } from "@/features/auth/register-form";
import { textOf } from "@/lib/text-of";

export function RegisterPage() {
  const { email, referral_code } = useSearch({ strict: false });
  return <RegisterForm email={textOf(email)} referralCode={textOf(referral_code)} />;
}
