import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

interface StatProps {
  label: string;
  /** The value, with its coin if any. */
  children: ReactNode;
  /** A change, a date, a source. */
  hint?: ReactNode;
  size?: "normal" | "large" | undefined;
}

export function Stat({ label, children, hint, size = "normal" }: StatProps) {
  return (
    <dl className="min-w-0">
      <dt className="text-13 text-ink-2">{label}</dt>
      <dd
        className={classNames(
          "mt-1 font-semibold text-ink tabular-nums wrap-anywhere",
          size === "large" ? "text-28" : "text-20",
        )}
      >
        {children}
      </dd>
      {hint && <dd className="mt-1 text-13 text-ink-2">{hint}</dd>}
    </dl>
  );
}
