import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Checkbox } from "@/design/checkbox";
import { EmptyState } from "@/design/empty-state";
import { FilterChoice } from "@/design/filter-choice";
import { PageSection } from "@/design/page-section";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { type NoticeFilter, noticesQuery, useMarkRead } from "@/features/notices/api";
import { NoticeList } from "@/features/notices/notice-list";
import { KINDS, kindName } from "@/features/notices/notice-text";

export function NoticesPage() {
  const [filter, setFilter] = useState<NoticeFilter>({ kind: null, isUnread: false });
  const query = useInfiniteQuery({ ...noticesQuery(filter), placeholderData: keepPreviousData });
  const markRead = useMarkRead();
  const unread = query.data?.pages[0]?.unread ?? 0;

  return (
    <PageSection
      level={1}
      title={i18n._("Notifications")}
      description={i18n._("Kept for 90 days, newest first.")}
      actions={
        <Button severity="secondary" disabled={unread === 0} onClick={() => markRead.mutate("all")}>
          {i18n._("Mark all as read")}
        </Button>
      }
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex flex-wrap items-end gap-4">
          <FilterChoice
            label={i18n._("Type")}
            everything={i18n._("All types")}
            options={KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))}
            value={filter.kind}
            onChoose={(kind) => setFilter({ ...filter, kind })}
          />
          <Checkbox
            label={i18n._("Unread only")}
            checked={filter.isUnread}
            onChange={(event) => setFilter({ ...filter, isUnread: event.target.checked })}
          />
        </div>
        <PagedList
          query={query}
          empty={<NoNotices filter={filter} />}
          skeleton={<Skeleton shape="text" lines={10} />}
        >
          {(notices) => (
            <Card>
              <div className="-mx-4 -my-4">
                <NoticeList
                  notices={notices}
                  onFollow={({ id, read_at }) => read_at === null && markRead.mutate([id])}
                />
              </div>
            </Card>
          )}
        </PagedList>
      </div>
    </PageSection>
  );
}

function NoNotices({ filter }: { filter: NoticeFilter }) {
  if (filter.kind !== null || filter.isUnread) {
    return <EmptyState icon="search" title={i18n._("No notifications match these filters")} />;
  }
  return (
    <EmptyState icon="bell" title={i18n._("No notifications yet")}>
      {i18n._("Fills, deposits, price alerts and news appear here.")}
    </EmptyState>
  );
}
