import { i18n } from "@lingui/core";
import { PAGE_DESCRIPTIONS } from "../src/lib/page-descriptions.ts";
import { PAGE_TITLES } from "../src/lib/page-heads.ts";
import { FEATURE_PAGES } from "../src/lib/page-paths.ts";
import { prerenderLanguages } from "./prerender-languages.ts";

type PageHead = {
  path: string;
  /** The feature that the site must have. */
  feature: string | null;
  titles: Record<string, string>;
  /** Empty for a page that is not for search engines. */
  descriptions: Record<string, string>;
};

/** Titles and descriptions of all pages in all languages, for the server. */
export function pageHeads(): PageHead[] {
  const heads = Object.keys(PAGE_TITLES).map(
    (path): PageHead => ({ path, feature: featureOf(path), titles: {}, descriptions: {} }),
  );
  for (const { language, messages } of prerenderLanguages()) {
    i18n.loadAndActivate({ locale: language, messages });
    for (const head of heads) {
      head.titles[language] = PAGE_TITLES[head.path as keyof typeof PAGE_TITLES]() ?? "";
      const describe = PAGE_DESCRIPTIONS[head.path];
      if (describe) head.descriptions[language] = describe();
    }
  }
  return heads;
}

function featureOf(path: string): string | null {
  const found = Object.entries(FEATURE_PAGES).find(([, pages]) => pages.includes(path));
  return found?.[0] ?? null;
}
