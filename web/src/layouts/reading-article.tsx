import { i18n } from "@lingui/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

export type ArticleSection = { id: string; title: string; content: ReactNode };

const PROSE =
  "flex flex-col gap-4 text-pretty text-16 text-ink-2 [&_code]:break-all [&_code]:font-mono [&_code]:text-14 [&_code]:text-ink [&>ul]:flex [&>ul]:list-disc [&>ul]:flex-col [&>ul]:gap-2 [&>ul]:ps-5";

type ReadingArticleProps = {
  title: string;
  /** Undefined while there is none: the children stand in its place, below the same heading. */
  sections?: readonly ArticleSection[] | undefined;
  children?: ReactNode;
};

/** A text with its table of contents: above it on small screens, beside it on wide ones. */
export function ReadingArticle({ title, sections, children }: ReadingArticleProps) {
  const hasText = sections !== undefined;
  const hash = useLocation({ select: (location) => location.hash });

  // The text may load after the navigation to one of its sections.
  useEffect(() => {
    if (hash && hasText) document.getElementById(hash)?.scrollIntoView?.();
  }, [hash, hasText]);

  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:gap-y-12 xl:grid-cols-[minmax(0,42rem)_12rem] xl:justify-between">
      <h1 className="text-balance font-semibold text-28 tracking-tight lg:text-40 lg:tracking-[-0.02em]">
        {title}
      </h1>
      {sections ? <ArticleText sections={sections} /> : <div className="max-w-2xl">{children}</div>}
    </article>
  );
}

function ArticleText({ sections }: { sections: readonly ArticleSection[] }) {
  return (
    <>
      <nav aria-label={i18n._("On this page")} className="max-w-2xl xl:row-span-2">
        <div className="border-line max-xl:rounded-card max-xl:border max-xl:p-4 xl:sticky xl:top-32 xl:border-s xl:ps-4">
          <p className="mb-2 text-13 text-ink-3">{i18n._("On this page")}</p>
          <ul className="flex flex-col">
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`} className="flex min-h-8 items-center text-ink-2 hover:text-ink">
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      <div className="flex max-w-2xl flex-col gap-12 wrap-anywhere">
        {sections.map((section) => (
          <section
            key={section.id}
            id={section.id}
            aria-labelledby={`${section.id}-title`}
            className="scroll-mt-6"
          >
            <h2 id={`${section.id}-title`} className="mb-4 font-semibold text-20">
              {section.title}
            </h2>
            <div className={PROSE}>{section.content}</div>
          </section>
        ))}
      </div>
    </>
  );
}
