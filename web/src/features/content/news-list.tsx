import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Badge } from "@/design/badge";
import { Skeleton } from "@/design/skeleton";
import { formatDateTime } from "@/lib/dates";
import { newsCategoryName } from "@/lib/news-categories";
import type { News } from "./news-api";
import { NewsCover } from "./news-cover";

const GRID = "grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3";

export function NewsList({ news }: { news: readonly News[] }) {
  return (
    <ul className={GRID}>
      {news.map((entry) => (
        <li key={entry.id}>
          <NewsCard entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function NewsCard({ entry }: { entry: News }) {
  return (
    <article lang={entry.language} className="group relative flex flex-col gap-3">
      <NewsCover entry={entry} />
      <NewsFacts entry={entry} />
      <h2 className="text-balance font-semibold text-16 wrap-anywhere">
        <Link
          to="/news/$id"
          params={{ id: entry.slug }}
          className="after:absolute after:inset-0 after:content-[''] group-hover:text-accent"
        >
          {entry.title}
        </Link>
      </h2>
      {entry.summary && <p className="line-clamp-3 text-14 text-ink-2 wrap-anywhere">{entry.summary}</p>}
    </article>
  );
}

/** Category and date. */
export function NewsFacts({ entry }: { entry: News }) {
  return (
    <div lang={i18n.locale} className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-ink-3">
      {entry.pinned && <Badge severity="info">{i18n._("Pinned")}</Badge>}
      <span className="text-ink-2">{newsCategoryName(entry.category)}</span>
      <time dateTime={new Date(entry.published_at * 1000).toISOString()} className="tabular-nums">
        {formatDateTime(entry.published_at)}
      </time>
    </div>
  );
}

export function NewsListSkeleton() {
  return (
    <div className={GRID}>
      {[1, 2, 3].map((card) => (
        <div key={card} className="flex flex-col gap-3">
          <Skeleton shape="block" className="aspect-video w-full" />
          <Skeleton shape="text" lines={4} />
        </div>
      ))}
    </div>
  );
}
