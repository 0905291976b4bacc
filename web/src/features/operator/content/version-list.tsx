import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Modal } from "@/design/modal";
import { PagedList } from "@/design/paged-list";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { formatDateTime } from "@/lib/dates";
import { type Entry, versionQuery, versionsQuery } from "./api";
import { DraftDiff } from "./draft-diff";
import { draftOf } from "./model";

type VersionListProps = { entry: Entry; isDirty: boolean; onRestore: (number: number) => void };

/** The history of an entry: each version can be compared with the newest one, and restored. */
export function VersionList({ entry, isDirty, onRestore }: VersionListProps) {
  const versions = useInfiniteQuery(versionsQuery(entry.id));
  const [compared, setCompared] = useState<number | null>(null);

  return (
    <Card title={i18n._("Versions")}>
      <PagedList query={versions} skeleton={<Skeleton shape="table" rows={3} columns={2} />}>
        {(rows) => (
          <ol className="divide-y divide-line" aria-label={i18n._("Versions, newest first")}>
            {rows.map(({ number, author, created_at, restored_from }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-13">
                <span className="font-medium tabular-nums">{i18n._("Version {number}", { number })}</span>
                {number === entry.live_version && <Badge severity="success">{i18n._("Live")}</Badge>}
                {number === entry.scheduled_version && <Badge severity="info">{i18n._("Scheduled")}</Badge>}
                <span className="basis-full text-12 text-ink-3">
                  {author ?? i18n._("Starter text")} · {formatDateTime(created_at)}
                  {restored_from !== null &&
                    ` · ${i18n._("from version {number}", { number: restored_from })}`}
                </span>
                {number !== entry.latest_version && (
                  <Button severity="link" size="small" className="-ms-3" onClick={() => setCompared(number)}>
                    {i18n._("Compare version {number}", { number })}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </PagedList>
      <Modal
        open={compared !== null}
        onClose={() => setCompared(null)}
        title={i18n._("Version {old} and the newest", { old: compared })}
        widthClass="max-w-3xl"
      >
        {compared !== null && (
          <Comparison
            entry={entry}
            number={compared}
            isDirty={isDirty}
            onRestore={() => {
              setCompared(null);
              onRestore(compared);
            }}
          />
        )}
      </Modal>
    </Card>
  );
}

type ComparisonProps = { entry: Entry; number: number; isDirty: boolean; onRestore: () => void };

function Comparison({ entry, number, isDirty, onRestore }: ComparisonProps) {
  const old = useQuery(versionQuery(entry.id, number));
  return (
    <QueryView query={old} skeleton={<Skeleton shape="card" />}>
      {(version) => (
        <div className="flex flex-col gap-4">
          <DraftDiff before={draftOf(version, [])} after={draftOf(entry.draft, [])} />
          {isDirty && <Banner severity="warn">{i18n._("Restoring replaces your unsaved changes.")}</Banner>}
          <Button onClick={onRestore}>{i18n._("Restore version {number}", { number })}</Button>
        </div>
      )}
    </QueryView>
  );
}
