import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { ChangeList } from "@/design/change-list";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { type Entry, entryQuery } from "./api";
import { compareDrafts, draftOf, type EntryDraft } from "./model";

type ConflictNoticeProps = {
  entryId: string;
  /** What this editor has typed. */
  draft: EntryDraft;
  onSaveOwn: (newest: Entry) => void;
  onTakeTheirs: (newest: Entry) => void;
};

/** Someone else saved in the meantime: shows both texts. Neither is lost, whichever is chosen. */
export function ConflictNotice({ entryId, draft, onSaveOwn, onTakeTheirs }: ConflictNoticeProps) {
  const newest = useQuery({
    ...entryQuery(entryId),
    queryKey: [...entryQuery(entryId).queryKey, "newest"],
    gcTime: 0,
  });

  return (
    <section aria-label={i18n._("Conflict")} className="flex flex-col gap-3">
      <Banner severity="warn">
        {i18n._(
          "Someone else saved this entry in the meantime. Nothing was overwritten, and your text is still here.",
        )}
      </Banner>
      <QueryView query={newest} skeleton={<Skeleton shape="card" />}>
        {(entry) => {
          const theirs = draftOf(entry.draft, Object.keys(draft.texts));
          return (
            <div className="flex flex-col gap-3">
              <p className="text-13 text-ink-2">
                {i18n._("Version {number} by {author}, then yours:", {
                  number: entry.latest_version,
                  author: entry.draft.author ?? "",
                })}
              </p>
              <ChangeList changes={compareDrafts(theirs, draft)} />
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => onSaveOwn(entry)}>{i18n._("Save yours as a new version")}</Button>
                <Button severity="secondary" onClick={() => onTakeTheirs(entry)}>
                  {i18n._("Discard yours and continue with theirs")}
                </Button>
              </div>
            </div>
          );
        }}
      </QueryView>
    </section>
  );
}
