import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ProblemError } from "@/api/problem-error";
import { isMissing } from "@/api/problem-outcome";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ArticleBody } from "@/features/content/article-body";
import { useLiveNews } from "@/features/content/live-news";
import { type NewsArticle, newsArticleQuery } from "@/features/content/news-api";
import { NewsCover } from "@/features/content/news-cover";
import { NewsFacts } from "@/features/content/news-list";
import { RelatedCoins } from "@/features/content/related-coins";
import { ShareButton } from "@/features/content/share-button";
import { textOf } from "@/lib/text-of";
import { documentTitle } from "@/session/site";

export function NewsArticlePage() {
  const id = textOf(useParams({ strict: false }).id);
  const article = useQuery(newsArticleQuery(id));
  useLiveNews();
  if (isMissing(article.error)) throw unknownArticle();

  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <Link
        to="/news"
        className="inline-flex min-h-8 items-center gap-1.5 self-start text-13 text-ink-2 hover:text-ink"
      >
        <Icon name="arrow-left" size={14} />
        {i18n._("All news")}
      </Link>
      {article.data === undefined && <h1 className="sr-only">{i18n._("News")}</h1>}
      <QueryView query={article} skeleton={<Loading />}>
        {(shown) => <Article article={shown} />}
      </QueryView>
    </div>
  );
}

function unknownArticle(): ProblemError {
  const detail = i18n._("This article doesn’t exist, or it was removed.");
  return new ProblemError(404, { code: "NOT_FOUND", title: i18n._("Page not found"), detail });
}

function Article({ article }: { article: NewsArticle }) {
  useEffect(() => {
    document.title = documentTitle(article.title);
  }, [article.title]);

  return (
    <>
      <article className="flex flex-col gap-6">
        <header className="flex flex-col gap-4">
          <h1 lang={article.language} className="text-balance font-semibold text-28 wrap-anywhere">
            {article.title}
          </h1>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <NewsFacts entry={article} />
            <ShareButton title={article.title} />
          </div>
        </header>
        {article.cover !== null && <NewsCover entry={article} isFirst />}
        <ArticleBody html={article.body_html} language={article.language} />
      </article>
      <RelatedCoins coins={article.coins} />
      <Neighbours article={article} />
    </>
  );
}

function Neighbours({ article: { previous, next } }: { article: NewsArticle }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={i18n._("More news")} className="grid gap-3 border-line border-t pt-6 sm:grid-cols-2">
      {previous && <Neighbour label={i18n._("Previous")} entry={previous} />}
      {next && <Neighbour label={i18n._("Next")} entry={next} className="sm:col-start-2 sm:text-end" />}
    </nav>
  );
}

interface NeighbourProps {
  label: string;
  entry: NonNullable<NewsArticle["next"]>;
  className?: string;
}

function Neighbour({ label, entry, className = "" }: NeighbourProps) {
  return (
    <Link
      to="/news/$id"
      params={{ id: entry.slug }}
      className={`flex min-w-0 flex-col gap-1 rounded-card border border-line p-4 hover:bg-raised ${className}`}
    >
      <span className="text-13 text-ink-3">{label}</span>{" "}
      <span className="font-medium text-14 wrap-anywhere">{entry.title}</span>
    </Link>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton shape="text" lines={2} />
      <Skeleton shape="block" className="aspect-video w-full" />
      <Skeleton shape="text" lines={8} />
    </div>
  );
}
