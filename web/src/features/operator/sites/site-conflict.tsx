import { i18n } from "@lingui/core";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { ChangeList } from "@/design/change-list";
import type { Site } from "./api";
import { describeSiteChanges } from "./site-changes";

type SiteConflictProps = {
  /** The site as it was when this form was opened. */
  seen: Site;
  newest: Site;
  isDirty: boolean;
  onKeepOwn: () => void;
  onTakeTheirs: () => void;
};

/** Someone else has saved the site since this form was opened. */
export function SiteConflict({ seen, newest, isDirty, onKeepOwn, onTakeTheirs }: SiteConflictProps) {
  const changes = describeSiteChanges(seen, newest);
  return (
    <section aria-label={i18n._("Conflict")} className="flex flex-col gap-3">
      <Banner severity="warn">
        {isDirty
          ? i18n._(
              "Someone else has changed this site. Nothing was overwritten, and your changes are still here.",
            )
          : i18n._("Someone else has changed this site.")}
      </Banner>
      {changes.length > 0 && <ChangeList changes={changes} />}
      <div className="flex flex-wrap gap-3">
        {isDirty && <Button onClick={onKeepOwn}>{i18n._("Load theirs and keep your changes")}</Button>}
        <Button severity="secondary" onClick={onTakeTheirs}>
          {isDirty ? i18n._("Discard yours and continue with theirs") : i18n._("Load newest version")}
        </Button>
      </div>
    </section>
  );
}
