import type { Difference } from "@/lib/changed-lines";
import { Icon } from "./icon";

/** Each change with the value before and after, to be confirmed. */
export function ChangeList({ changes }: { changes: readonly Difference[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line">
      {changes.map(({ what, before, after }) => (
        <div key={what} className="px-4 py-2.5">
          <dt className="text-12 text-ink-3">{what}</dt>
          <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-14 tabular-nums">
            <del className="text-ink-3 wrap-anywhere">{before}</del>
            <Icon name="arrow-right" className="text-ink-3" />
            <ins className="font-medium text-ink no-underline wrap-anywhere">{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
