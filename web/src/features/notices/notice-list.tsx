import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Notice } from "@/api/notices";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { relativeTime } from "@/lib/relative-time";
import { noticeText } from "./notice-text";

const TICK_MS = 30_000;

type NoticeListProps = {
  notices: readonly Notice[];
  /** Called when a notice is followed. */
  onFollow: (notice: Notice) => void;
};

/** Notices, newest first; unread ones have a dot. */
export function NoticeList({ notices, onFollow }: NoticeListProps) {
  const now = useNow();
  return (
    <ul className="flex flex-col">
      {notices.map((notice) => (
        <li key={notice.id} className="border-line border-b last:border-b-0">
          <NoticeRow notice={notice} now={now} onFollow={() => onFollow(notice)} />
        </li>
      ))}
    </ul>
  );
}

type NoticeRowProps = { notice: Notice; now: number; onFollow: () => void };

const ROW = "flex w-full gap-3 px-4 py-3 text-start -outline-offset-2 transition-colors hover:bg-shelf";

function NoticeRow({ notice, now, onFollow }: NoticeRowProps) {
  const { icon, title, detail, link } = noticeText(notice);
  const isUnread = notice.read_at === null;
  const content = (
    <>
      <Icon name={icon} size={20} className={classNames("mt-0.5", isUnread ? "text-accent" : "text-ink-3")} />
      <span className="min-w-0 grow">
        <span className={classNames("block text-14 wrap-anywhere", isUnread ? "font-medium" : "text-ink-2")}>
          {isUnread && <span className="sr-only">{i18n._("Unread")} </span>}
          {title}
        </span>
        <span className="block text-13 text-ink-2 wrap-anywhere">{detail}</span>
        <time
          dateTime={new Date(notice.created_at * 1000).toISOString()}
          title={formatDateTime(notice.created_at)}
          className="block text-12 text-ink-3"
        >
          {relativeTime(notice.created_at, now, i18n.locale)}
        </time>
      </span>
      {isUnread && <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-accent" />}
    </>
  );
  if (link === null) {
    return (
      <button type="button" className={ROW} onClick={onFollow}>
        {content}
      </button>
    );
  }
  return (
    <Link {...link} className={ROW} onClick={onFollow}>
      {content}
    </Link>
  );
}

/** The time in Unix seconds; it moves on while the list is shown. */
function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
