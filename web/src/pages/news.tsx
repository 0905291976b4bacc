import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { PagedList } from "@/design/paged-list";
import { useLiveNews } from "@/features/content/live-news";
import { newsQuery } from "@/features/content/news-api";
import { NewsCategories } from "@/features/content/news-categories";
import { NewsList, NewsListSkeleton } from "@/features/content/news-list";
import { NEWS_CATEGORIES } from "@/lib/news-categories";

export function NewsPage() {
  const search = useSearch({ strict: false });
  const category = NEWS_CATEGORIES.find((known) => known === search.category) ?? null;
  const query = useInfiniteQuery({ ...newsQuery(category), placeholderData: keepPreviousData });
  useLiveNews();

  return (
    <PageSection
      level={1}
      title={i18n._("News")}
      description={i18n._("Announcements, new listings, product updates and maintenance.")}
      actions={
        <a href="/news.rss" className={buttonClass({ severity: "secondary", size: "small" })}>
          RSS
        </a>
      }
    >
      <div className="flex flex-col gap-8">
        <NewsCategories chosen={category} />
        <PagedList
          query={query}
          empty={<NoNews isFiltered={category !== null} />}
          skeleton={<NewsListSkeleton />}
        >
          {(news) => <NewsList news={news} />}
        </PagedList>
      </div>
    </PageSection>
  );
}

function NoNews({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState icon="newspaper" title={i18n._("No news yet")}>
        {i18n._("Announcements and updates appear here.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="newspaper"
      title={i18n._("No news in this category")}
      action={
        <Link to="." search={{}} className={buttonClass({ severity: "secondary" })}>
          {i18n._("All news")}
        </Link>
      }
    />
  );
}
