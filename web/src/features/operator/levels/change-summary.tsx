import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import type { Difference } from "./model";

type ChangeSummaryProps = {
  differences: readonly Difference[];
  isPending: boolean;
  onSave: () => void;
  onBack: () => void;
};

/** What is about to change, before it does. */
export function ChangeSummary({ differences, isPending, onSave, onBack }: ChangeSummaryProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        {i18n._(
          "Applies from each client’s next request. Clients move up immediately, and down after the grace period.",
        )}
      </p>
      <dl className="divide-y divide-line rounded-card border border-line">
        {differences.map(({ what, before, after }) => (
          <div key={what} className="px-4 py-3">
            <dt className="text-12 text-ink-3">{what}</dt>
            <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-14">
              <del className="text-ink-3 wrap-anywhere">{before}</del>
              <Icon name="arrow-right" className="text-ink-3" />
              <ins className="font-medium text-ink no-underline wrap-anywhere">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-3">
        <Button severity="secondary" disabled={isPending} onClick={onBack}>
          {i18n._("Back")}
        </Button>
        <Button pending={isPending} onClick={onSave}>
          {i18n._("Save changes")}
        </Button>
      </div>
    </div>
  );
}
