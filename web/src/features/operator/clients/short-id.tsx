import { i18n } from "@lingui/core";
import { CopyButton } from "@/design/copy-button";

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
