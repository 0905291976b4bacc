import { i18n } from "@lingui/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "@/design/icon";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import type { Waiting } from "./api";

type WaitingCardProps = {
  icon: IconName;
  title: string;
  /** Shown instead of the count when the queue is empty. */
  calm: string;
  to: string;
  search?: Record<string, string>;
  query: Pick<UseQueryResult<Waiting>, "data" | "isError">;
};

/** The length of one queue; the card links to it. */
export function WaitingCard({ icon, title, calm, to, search = {}, query }: WaitingCardProps) {
  const isWaiting = query.data !== undefined && query.data.count > 0;
  return (
    <Link
      to={to}
      search={search}
      className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-deep px-4 py-4 transition-colors hover:border-line-strong hover:bg-shelf"
    >
      <span
        className={classNames(
          "flex size-10 shrink-0 items-center justify-center rounded-full border",
          isWaiting ? "border-warn/30 bg-warn/12 text-warn" : "border-line bg-raised text-ink-3",
        )}
      >
        <Icon name={icon} size={18} />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-13 text-ink-2">{title}</span>
        <Figure query={query} calm={calm} />
      </span>
      <Icon name="chevron-right" className="text-ink-3" />
    </Link>
  );
}

function Figure({ query: { data, isError }, calm }: Pick<WaitingCardProps, "query" | "calm">) {
  if (data === undefined) {
    if (isError) return <span className="block text-14 text-error">{i18n._("Couldn’t count")}</span>;
    return <Skeleton shape="block" className="mt-1 h-6 w-12" />;
  }
  if (data.count === 0) return <span className="block text-14 text-ink">{calm}</span>;
  return (
    <span className="block font-semibold text-20 text-ink tabular-nums">
      {data.hasMore ? i18n._("{count} or more", { count: data.count }) : data.count}
    </span>
  );
}
