import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { PageLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { pageQuery } from "@/features/content/page-api";
import { ReadingArticle } from "@/layouts/reading-article";
import { ownSections } from "./privacy/own-sections";

/** The terms that the site has published. */
export function TermsPage() {
  const terms = useQuery(pageQuery("terms"));
  const own = terms.data;
  return (
    <ReadingArticle title={own?.title ?? i18n._("Terms")} sections={own ? ownSections(own) : undefined}>
      <QueryView query={terms} skeleton={<Skeleton shape="text" lines={16} />}>
        {() => <NoTerms />}
      </QueryView>
    </ReadingArticle>
  );
}

function NoTerms() {
  return (
    <EmptyState
      icon="file-text"
      title={i18n._("No terms published")}
      action={<PageLink to="/privacy">{i18n._("Privacy policy")}</PageLink>}
    >
      {i18n._("This site has no terms of its own. Its privacy policy applies.")}
    </EmptyState>
  );
}
