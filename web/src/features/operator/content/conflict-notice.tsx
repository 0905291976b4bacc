import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { type Entry, entryQuery } from "./api";
import { DraftDiff } from "./draft-diff";
import { draftOf, type EntryDraft } from "./model";

type ConflictNoticeProps = {
  /** The entry as it was when this editor began. */
  seen: Entry;
  /** What this editor has typed. */
  draft: EntryDraft;
  onSaveOwn: (newest: Entry) => void;
  onTakeTheirs: (newest: Entry) => void;
};

/** Someone else saved in the meantime: shows both texts. Neither is lost, whichever is chosen. */
export function ConflictNotice({ seen, draft, onSaveOwn, onTakeTheirs }: ConflictNoticeProps) {
  const newest = useQuery({
    ...entryQuery(seen.id),
    queryKey: [...entryQuery(seen.id).queryKey, "newest"],
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
              <h2 className="font-semibold text-14">
                {i18n._("What {author} changed in version {number}", {
                  number: entry.latest_version,
                  author: entry.draft.author ?? i18n._("someone else"),
                })}
              </h2>
              <DraftDiff before={draftOf(seen.draft, [])} after={theirs} />
              <h2 className="font-semibold text-14">{i18n._("What saving yours would change")}</h2>
              <DraftDiff before={theirs} after={draft} />
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
