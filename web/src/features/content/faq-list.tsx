import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { Accordion } from "@/design/accordion";
import { Icon } from "@/design/icon";
import { PageSection } from "@/design/page-section";
import { ArticleBody } from "./article-body";
import type { FaqEntry } from "./faq-api";
import { HelpfulButtons } from "./helpful-buttons";
import { MarkedText } from "./marked-text";

interface FaqListProps {
  entries: readonly FaqEntry[];
  categories: readonly { key: string; name: string }[];
  /** Whether the entries match a search; they are then in one list, best first. */
  isSearch: boolean;
}

/** Questions by category. The one in the URL's hash is open and in view. */
export function FaqList({ entries, categories, isSearch }: FaqListProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const isShown = entries.some(({ slug }) => slug === hash);

  useEffect(() => {
    const target = isShown ? document.getElementById(hash) : null;
    if (!target) return;
    // The reader may have closed it since.
    target.setAttribute("open", "");
    target.scrollIntoView?.({ block: "start" });
  }, [hash, isShown]);

  if (isSearch) return <Questions entries={entries} openId={hash} />;
  const groups = categories
    .map(({ key, name }) => ({ key, name, members: entries.filter(({ category }) => category === key) }))
    .filter(({ members }) => members.length > 0);
  return (
    <div className="flex flex-col gap-8">
      {groups.map(({ key, name, members }) => (
        <PageSection key={key} title={name}>
          <Questions entries={members} openId={hash} />
        </PageSection>
      ))}
    </div>
  );
}

function Questions({ entries, openId }: { entries: readonly FaqEntry[]; openId: string }) {
  return (
    <Accordion
      openId={openId}
      items={entries.map((entry) => ({
        id: entry.slug,
        title: entry.match ? <Match match={entry.match} /> : entry.question,
        content: (
          <>
            <ArticleBody html={entry.answer_html} className="text-14!" />
            <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13 text-ink-3">
              <HelpfulButtons id={entry.id} question={entry.question} />
              <Link
                to="/faq"
                hash={entry.slug}
                className="inline-flex min-h-8 items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline"
              >
                <Icon name="link" size={14} />
                {i18n._("Link to this answer")}
              </Link>
            </div>
          </>
        ),
      }))}
    />
  );
}

function Match({ match }: { match: NonNullable<FaqEntry["match"]> }) {
  return (
    <>
      <MarkedText html={match.question_html} />
      {match.snippet_html && (
        <MarkedText
          html={match.snippet_html}
          className="mt-1 line-clamp-2 font-normal text-13 text-ink-3 group-open:hidden"
        />
      )}
    </>
  );
}
