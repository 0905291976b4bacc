import { useEffect, useRef } from "react";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { UnsavedGuard } from "@/design/unsaved-guard";
import type { UploadPicture } from "./body-field";
import { ConflictNotice } from "./conflict-notice";
import { EntryFacts } from "./entry-facts";
import type { FieldErrors } from "./model";
import { PublishCard } from "./publish-card";
import { type RenderBody, TextTabs } from "./text-fields";
import { type EditingOptions, useEditing } from "./use-editing";
import { VersionList } from "./version-list";

type EntryEditorProps = EditingOptions & { upload: UploadPicture; renderBody: RenderBody };

/** Remount it for each entry. */
export function EntryEditor({ upload, renderBody, ...options }: EntryEditorProps) {
  const { kind } = options;
  const editing = useEditing(options);
  const { entry, draft, errors } = editing;
  const form = useFocusOnErrors(errors);

  return (
    <div ref={form} className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {editing.problem && <Banner severity="error">{editing.problem}</Banner>}
        {editing.hasConflict && entry && (
          <ConflictNotice
            seen={entry}
            draft={draft}
            onSaveOwn={editing.saveOver}
            onTakeTheirs={editing.continueWith}
          />
        )}
        <Card>
          <TextTabs
            kind={kind}
            texts={draft.texts}
            errors={errors}
            upload={upload}
            renderBody={renderBody}
            onChange={editing.changeText}
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
        <EntryFacts kind={kind} draft={draft} errors={errors} upload={upload} onChange={editing.change} />
        {entry && (
          <VersionList
            entry={entry}
            isDirty={editing.isDirty}
            onRestore={(number) => void editing.restore(number)}
          />
        )}
      </div>
      <UnsavedGuard isDirty={editing.isDirty} />
    </div>
  );
}

/** Focuses the first field with an error when new errors come; the texts have chosen their tab by then. */
function useFocusOnErrors(errors: FieldErrors) {
  const form = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  useEffect(() => {
    const found = Object.keys(errors).length;
    // With fewer, one has just been mended: the focus stays where it is typed.
    if (found > count.current) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    count.current = found;
  }, [errors]);
  return form;
}
