import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { CopyButton } from "@/design/copy-button";
import { formatDateTime } from "@/lib/dates";

/** A list of labels and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col divide-y divide-line">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0">
      <dt className="text-13 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-end text-14 text-ink wrap-anywhere">
        {children || <span className="text-ink-3">{i18n._("none")}</span>}
      </dd>
    </div>
  );
}

export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at * 1000).toISOString()}>{formatDateTime(at)}</time>;
}

/** When something was changed last. */
export function LastChange({ label, at }: { label: string; at: number | null }) {
  return (
    <Fact label={label}>
      {at === null ? <span className="text-ink-3">{i18n._("never changed")}</span> : <Moment at={at} />}
    </Fact>
  );
}

const ENDS = 8;

/** The end of an id, which differs most, with a button to copy all of it. */
export function ShortId({ id, label = i18n._("Copy ID") }: { id: string; label?: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={id} className="font-mono text-13">
        …{id.slice(-ENDS)}
      </span>
      <CopyButton value={id} label={label} className="-my-2" />
    </span>
  );
}
