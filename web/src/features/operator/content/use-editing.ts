import { i18n } from "@lingui/core";
import { useState } from "react";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { toast } from "@/design/toast";
import {
  type Entry,
  type Kind,
  usePublishEntry,
  useRestoreVersion,
  useSaveEntry,
  useUnpublishEntry,
} from "./api";
import {
  draftOf,
  EMPTY_TEXT,
  type EntryDraft,
  emptyDraft,
  type FieldErrors,
  fieldNames,
  fieldsOf,
  findFaults,
  slugOf,
  type Text,
  withLanguages,
  withoutChanged,
} from "./model";

export type EditingOptions = {
  kind: Kind;
  /** Null for a new entry. */
  entry: Entry | null;
  siteId: string;
  languages: readonly string[];
  onCreated: (entry: Entry) => void;
};

const contentOf = (draft: EntryDraft) => JSON.stringify(fieldsOf(draft));

/** What is typed, and the messages at its fields. */
function useDraft(start: EntryDraft, languages: readonly string[], isNew: boolean) {
  const [typed, setTyped] = useState(start);
  const [errors, setErrors] = useState<FieldErrors>({});

  function change(update: (current: EntryDraft) => EntryDraft) {
    setTyped(update);
    setErrors((current) => withoutChanged(current, typed, update(typed)));
  }

  function changeText(language: string, part: Partial<Text>) {
    change((current) => {
      const text = current.texts[language] ?? EMPTY_TEXT;
      const followsTitle = isNew && part.title !== undefined && current.slug === slugOf(text.title);
      return {
        ...current,
        texts: { ...current.texts, [language]: { ...text, ...part } },
        ...(followsTitle && { slug: slugOf(part.title ?? "") }),
      };
    });
  }

  return {
    draft: withLanguages(typed, languages),
    errors,
    setErrors,
    change: (part: Partial<EntryDraft>) => change((current) => ({ ...current, ...part })),
    changeText,
    replace: setTyped,
    /** Unless something was typed since this render. */
    replaceUnchanged: (next: EntryDraft) => setTyped((current) => (current === typed ? next : current)),
  };
}

/** What was typed into an entry and not saved yet, and what can be done with it. */
export function useEditing({ kind, entry: known, siteId, languages, onCreated }: EditingOptions) {
  const [entry, setEntry] = useState(known);
  const saved = entry ? draftOf(entry.draft, languages) : emptyDraft(kind, languages);
  const { draft, errors, setErrors, ...typing } = useDraft(saved, languages, !entry);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasConflict, setHasConflict] = useState(false);
  const id = entry?.id ?? "";
  const saving = useSaveEntry(entry ? { id } : { kind, site_id: siteId });
  const publishing = usePublishEntry();
  const unpublishing = useUnpublishEntry(id);
  const restoring = useRestoreVersion(id);
  const isDirty = contentOf(draft) !== contentOf(saved);

  function continueWith(newest: Entry) {
    setEntry(newest);
    typing.replace(draftOf(newest.draft, languages));
    setHasConflict(false);
    setErrors({});
    setProblem(null);
  }

  /** Runs one call. A refusal is shown; what was typed stays, also what was typed during the call. */
  async function attempt(call: () => Promise<Entry>, summary: string): Promise<Entry | null> {
    setProblem(null);
    setErrors({});
    try {
      const answer = await call();
      setEntry(answer);
      setHasConflict(false);
      toast.success(summary);
      return answer;
    } catch (error) {
      if (error instanceof ProblemError && error.code === "STATE_CONFLICT" && entry) {
        setHasConflict(true);
        return null;
      }
      const found: Record<string, string> = {};
      const rest = setFieldErrors(error, fieldNames(draft), (name, { message }) => {
        found[name] ??= message;
      });
      setProblem(rest);
      setErrors(found);
      return null;
    }
  }

  async function store(expected = entry?.latest_version ?? 1): Promise<Entry | null> {
    const faults = findFaults(draft);
    if (Object.keys(faults).length > 0) {
      setErrors(faults);
      return null;
    }
    const answer = await attempt(
      () => saving.mutateAsync({ fields: fieldsOf(draft), expected_version: expected }),
      i18n._("Draft saved"),
    );
    if (answer) typing.replaceUnchanged(draftOf(answer.draft, languages));
    return answer;
  }

  async function save(expected?: number) {
    const answer = await store(expected);
    if (answer && !known) onCreated(answer);
  }

  async function publish(at?: number) {
    const ready = isDirty || !entry ? await store() : entry;
    if (!ready) return;
    const body = { expected_version: ready.latest_version, ...(at !== undefined && { at }) };
    const answer = await attempt(
      () => publishing.mutateAsync({ id: ready.id, body }),
      at === undefined ? i18n._("Published") : i18n._("Scheduled"),
    );
    if (answer && !known) onCreated(answer);
  }

  async function restore(number: number) {
    const expected_version = entry?.latest_version ?? 1;
    const answer = await attempt(
      () => restoring.mutateAsync({ number, expected_version }),
      i18n._("Version {number} restored as a draft", { number }),
    );
    if (answer) continueWith(answer);
  }

  return {
    ...{ entry, draft, errors, problem, hasConflict, isDirty },
    isPending: saving.isPending || publishing.isPending || unpublishing.isPending || restoring.isPending,
    ...{ change: typing.change, changeText: typing.changeText, continueWith, save, publish, restore },
    saveOver: (newest: Entry) => void save(newest.latest_version),
    unpublish: () => attempt(() => unpublishing.mutateAsync(), i18n._("Unpublished")),
  };
}
