import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { classNames } from "@/lib/class-names";

const TEXT = "max-w-prose text-16 text-ink-2 leading-relaxed wrap-anywhere [&>*:first-child]:mt-0";
const HEADINGS =
  "[&_h2]:mt-10 [&_h2]:font-semibold [&_h2]:text-20 [&_h2]:text-ink [&_h3]:mt-8 [&_h3]:font-semibold [&_h3]:text-16 [&_h3]:text-ink [&_h4]:mt-6 [&_h4]:font-semibold [&_h4]:text-ink";
const BLOCKS =
  "[&_p]:mt-4 [&_blockquote]:mt-4 [&_blockquote]:border-line-strong [&_blockquote]:border-s-2 [&_blockquote]:ps-4 [&_hr]:my-8 [&_hr]:border-line";
const LISTS =
  "[&_ol]:mt-4 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:ps-6 [&_li]:mt-1.5";
const TABLES =
  "[&_table]:mt-4 [&_table]:block [&_table]:max-w-full [&_table]:overflow-x-auto [&_table]:text-14 [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_th]:border [&_th]:border-line [&_th]:bg-shelf [&_th]:px-3 [&_th]:py-2 [&_th]:text-start [&_th]:text-ink";
const CODE =
  "[&_code]:rounded-control [&_code]:bg-raised [&_code]:px-1 [&_code]:font-mono [&_code]:text-14 [&_pre]:mt-4 [&_pre]:overflow-x-auto [&_pre]:rounded-card [&_pre]:bg-raised [&_pre]:p-4 [&_pre_code]:p-0";
const INLINE =
  "[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_strong]:font-semibold [&_strong]:text-ink [&_img]:mt-4 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-card";

interface ArticleBodyProps {
  html: string;
  /** The language of the text. */
  language?: string | undefined;
  className?: string | undefined;
}

/** A text written by the site's editors. */
export function ArticleBody({ html, language, className }: ArticleBodyProps) {
  const openInApp = useInAppLinks();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed; keys work on them, too
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click
    <div
      onClick={openInApp}
      lang={language}
      className={classNames(TEXT, HEADINGS, BLOCKS, LISTS, TABLES, CODE, INLINE, className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from markdown and removes all but a list of harmless tags
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Opens links to pages of the site without loading a document; others stay with the browser. */
function useInAppLinks() {
  const router = useRouter();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || hasModifier || event.button !== 0 || event.defaultPrevented) return;
    if (link.origin !== location.origin || router.getMatchedRoutes(link.pathname)[2] === undefined) return;
    event.preventDefault();
    void router.navigate({ href: `${link.pathname}${link.search}${link.hash}` });
  };
}
