import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { newestNoticesQuery } from "@/api/notices";
import { QueryProvider } from "@/api/query-provider";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { NativeDialog } from "@/design/native-dialog";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { useMedia } from "@/design/use-media";
import { useMarkRead } from "./api";
import { NoticeList } from "./notice-list";

const MAX_SHOWN = 99;

/** The bell of a signed-in client. It provides the query cache itself, because the landing layout has none. */
export function NoticeBell() {
  return (
    <QueryProvider>
      <Bell />
    </QueryProvider>
  );
}

function Bell() {
  const notices = useQuery(newestNoticesQuery);
  const button = useRef<HTMLButtonElement>(null);
  const isPhone = useMedia("(width < 48rem)");
  const [isOpen, setOpen] = useState(false);
  const unread = notices.data?.unread ?? 0;

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={
          unread > 0
            ? i18n._("{unread, plural, one {Notifications, # unread} other {Notifications, # unread}}", {
                unread,
              })
            : i18n._("Notifications")
        }
        title={i18n._("Notifications")}
        onClick={() => setOpen(true)}
        className="relative grid size-10 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-raised hover:text-ink"
      >
        <Icon name="bell" size={20} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute end-0 top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center font-semibold text-12 text-on-accent tabular-nums leading-4.5"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <NativeDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={i18n._("Notifications")}
        place={isPhone ? "bottom" : "free"}
        className={isPhone ? "h-[85dvh]" : "h-[min(32rem,80dvh)] w-sm"}
        anchor={isPhone ? undefined : button}
      >
        <NewestNotices onLeave={() => setOpen(false)} />
      </NativeDialog>
    </>
  );
}

function NewestNotices({ onLeave }: { onLeave: () => void }) {
  const notices = useQuery(newestNoticesQuery);
  const markRead = useMarkRead();
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex items-center justify-between gap-2 border-line border-b px-4 pb-2">
        <Link
          to="/personal/settings"
          hash="notifications"
          onClick={onLeave}
          className="py-2 text-13 text-accent underline-offset-4 hover:underline"
        >
          {i18n._("Notification settings")}
        </Link>
        <Button
          size="small"
          severity="secondary"
          disabled={!notices.data?.unread}
          onClick={() => markRead.mutate("all")}
        >
          {i18n._("Mark all as read")}
        </Button>
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <QueryView
          query={notices}
          skeleton={
            <div className="p-4">
              <Skeleton shape="text" lines={8} />
            </div>
          }
        >
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon="bell" title={i18n._("No notifications yet")}>
                {i18n._("Fills, deposits, price alerts and news appear here.")}
              </EmptyState>
            ) : (
              <NoticeList
                notices={items}
                onFollow={({ id, read_at }) => {
                  if (read_at === null) markRead.mutate([id]);
                  onLeave();
                }}
              />
            )
          }
        </QueryView>
      </div>
      <div className="border-line border-t p-2 text-center">
        <Link
          to="/personal/notices"
          onClick={onLeave}
          className="inline-block px-3 py-2 text-13 text-accent underline-offset-4 hover:underline"
        >
          {i18n._("Show all notifications")}
        </Link>
      </div>
    </div>
  );
}
