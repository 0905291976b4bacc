import { VerificationForm } from "@/features/auth/verification-form";

export function VerificationPage() {
  return <VerificationForm />;
}
