import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { toast } from "@/design/toast";
import {
  type Entry,
  type Kind,
  usePublishEntry,
  useRestoreVersion,
  useSaveEntry,
  useUnpublishEntry,
} from "./api";
import { ConflictNotice } from "./conflict-notice";
import { EntryFacts, type UploadPicture } from "./entry-facts";
import { draftOf, type EntryDraft, emptyDraft, fieldsOf, findFault, slugOf } from "./model";
import { PublishCard } from "./publish-card";
import { TextTabs } from "./text-fields";
import { VersionList } from "./version-list";

type EntryEditorProps = {
  kind: Kind;
  /** Null for a new entry. */
  entry: Entry | null;
  siteId: string;
  languages: readonly string[];
  upload: UploadPicture;
  onCreated: (entry: Entry) => void;
};

/** Remount it for each entry. */
export function EntryEditor({ kind, entry: known, siteId, languages, upload, onCreated }: EntryEditorProps) {
  const editing = useEditing(kind, known, siteId, languages, onCreated);
  const { entry, draft, change } = editing;

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {editing.problem && <Banner severity="error">{editing.problem}</Banner>}
        {editing.hasConflict && entry && (
          <ConflictNotice
            entryId={entry.id}
            draft={draft}
            onSaveOwn={editing.saveOver}
            onTakeTheirs={editing.continueWith}
          />
        )}
        <Card>
          <TextTabs
            kind={kind}
            texts={draft.texts}
            onChange={(language, text) => {
              const isFirst = !entry && draft.slug === slugOf(draft.texts[language]?.title ?? "");
              change({
                texts: { ...draft.texts, [language]: text },
                ...(isFirst && { slug: slugOf(text.title) }),
              });
            }}
          />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PublishCard
          entry={entry}
          isDirty={editing.isDirty}
          isPending={editing.isPending}
          onSave={() => void editing.save()}
          onPublish={(at) => void editing.publish(at)}
          onUnpublish={() => void editing.unpublish()}
        />
        <EntryFacts kind={kind} draft={draft} upload={upload} onChange={change} />
        {entry && <VersionList entry={entry} onRestore={(number) => void editing.restore(number)} />}
      </div>
    </div>
  );
}

function useEditing(
  kind: Kind,
  known: Entry | null,
  siteId: string,
  languages: readonly string[],
  onCreated: (entry: Entry) => void,
) {
  const [entry, setEntry] = useState(known);
  const saved = entry ? draftOf(entry.draft, languages) : emptyDraft(kind, languages);
  const [draft, setDraft] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasConflict, setHasConflict] = useState(false);
  const id = entry?.id ?? "";
  const saving = useSaveEntry(entry ? { id } : { kind, site_id: siteId });
  const publishing = usePublishEntry();
  const unpublishing = useUnpublishEntry(id);
  const restoring = useRestoreVersion(id);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);

  function continueWith(newest: Entry) {
    setEntry(newest);
    setDraft(draftOf(newest.draft, languages));
    setHasConflict(false);
    setProblem(null);
  }

  /** Runs one call; a refusal is shown, and what was typed stays. */
  async function attempt(call: () => Promise<Entry>, summary: string): Promise<Entry | null> {
    setProblem(null);
    try {
      const answer = await call();
      continueWith(answer);
      toast.success(summary);
      return answer;
    } catch (error) {
      if (error instanceof ProblemError && error.code === "STATE_CONFLICT" && entry) setHasConflict(true);
      else setProblem(problemText(error));
      return null;
    }
  }

  async function save(expected = entry?.latest_version ?? 1): Promise<Entry | null> {
    const fault = findFault(draft);
    if (fault) {
      setProblem(fault);
      return null;
    }
    const answer = await attempt(
      () => saving.mutateAsync({ fields: fieldsOf(draft), expected_version: expected }),
      i18n._("Draft saved"),
    );
    if (answer && !entry) onCreated(answer);
    return answer;
  }

  return {
    entry,
    draft,
    problem,
    hasConflict,
    isDirty,
    isPending: saving.isPending || publishing.isPending || unpublishing.isPending || restoring.isPending,
    change: (part: Partial<EntryDraft>) => setDraft((current) => ({ ...current, ...part })),
    continueWith,
    save,
    saveOver: (newest: Entry) => void save(newest.latest_version),
    publish: async (at?: number) => {
      const ready = isDirty || !entry ? await save() : entry;
      if (!ready) return;
      const body = { expected_version: ready.latest_version, ...(at !== undefined && { at }) };
      await attempt(
        () => publishing.mutateAsync({ id: ready.id, body }),
        at === undefined ? i18n._("Published") : i18n._("Scheduled"),
      );
    },
    unpublish: () => attempt(() => unpublishing.mutateAsync(), i18n._("Unpublished")),
    restore: (number: number) =>
      attempt(
        () => restoring.mutateAsync({ number, expected_version: entry?.latest_version ?? 1 }),
        i18n._("Version {number} restored as a draft", { number }),
      ),
  };
}

/** The messages of the fields, or of the problem as a whole. */
function problemText(error: unknown): string {
  if (error instanceof ProblemError && error.errors.length > 0) {
    return error.errors.map(({ message }) => message).join(" ");
  }
  return describeProblem(error);
}
