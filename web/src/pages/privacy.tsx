import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { pageQuery } from "@/features/content/page-api";
import { ReadingArticle } from "@/layouts/reading-article";
import { ownSections } from "./privacy/own-sections";
import { builtInSections, storageSections } from "./privacy/sections";

/** The site's own policy, if it has published one; else what the software does. */
export function PrivacyPage() {
  const policy = useQuery(pageQuery("privacy"));
  const title = i18n._("Privacy and cookie policy");

  return (
    <>
      {policy.data === undefined && <h1 className="sr-only">{title}</h1>}
      <QueryView query={policy} skeleton={<Skeleton shape="text" lines={16} />}>
        {(own) => (
          <ReadingArticle
            title={own?.title ?? title}
            sections={own ? [...ownSections(own), ...storageSections()] : builtInSections()}
          />
        )}
      </QueryView>
    </>
  );
}
