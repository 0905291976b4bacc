import { useSearch } from "@tanstack/react-router";
import { Knock } from "@/features/auth/knock";
import { textOf } from "@/lib/text-of";

export function KnockKnockPage() {
  const { code, next } = useSearch({ strict: false });
  return <Knock code={textOf(code)} next={next} />;
}
