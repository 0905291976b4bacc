import type { ReactNode } from "react";

/** A term and its value, in a description list. */
export function TermsRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-end text-ink tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
