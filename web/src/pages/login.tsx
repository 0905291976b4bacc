import { useSearch } from "@tanstack/react-router";
import { LoginForm } from "@/features/auth/login-form";

export function LoginPage() {
  const { next } = useSearch({ strict: false });
  return <LoginForm next={next} />;
}
