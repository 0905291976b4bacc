import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { type PageText, pageQuery } from "@/features/content/page-api";
import { ReadingArticle } from "@/layouts/reading-article";
import { ownSections } from "./privacy/own-sections";
import { builtInSections, storageSections } from "./privacy/sections";

/** The site's own policy, if it has published one; else what the software does. */
export function PrivacyPage() {
  const policy = useQuery(pageQuery("privacy"));
  const title = i18n._("Privacy and cookie policy");
  const own = policy.data;

  // One heading for loading and text: it may have the focus of the navigation.
  return (
    <ReadingArticle title={own?.title ?? title} sections={sectionsOf(own)}>
      <QueryView query={policy} skeleton={<Skeleton shape="text" lines={16} />}>
        {() => null}
      </QueryView>
    </ReadingArticle>
  );
}

function sectionsOf(own: PageText | null | undefined) {
  if (own === undefined) return undefined;
  return own ? [...ownSections(own), ...storageSections()] : builtInSections();
}
