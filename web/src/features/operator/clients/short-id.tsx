import { i18n } from "@lingui/core";
import { CopyButton } from "@/design/copy-button";

const ENDS = 8;

/** An id as people compare it: its end, which differs most, and a button for all of it. */
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
