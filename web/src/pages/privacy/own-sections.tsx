import { i18n } from "@lingui/core";
import { ArticleBody } from "@/features/content/article-body";
import type { PageText } from "@/features/content/page-api";
import { splitByHeadings } from "@/features/content/split-by-headings";
import type { ArticleSection } from "@/layouts/reading-article";

/** A text that the site has published itself, by its headings. */
export function ownSections({ body_html, language }: PageText): ArticleSection[] {
  return splitByHeadings(body_html).map(({ title, html }, index) => ({
    id: `policy-${index + 1}`,
    title: title ?? i18n._("In short"),
    content: <ArticleBody html={html} language={language} />,
  }));
}
