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
  return (
    <>
      {!terms.data && <h1 className="sr-only">{i18n._("Terms")}</h1>}
      <QueryView query={terms} skeleton={<Skeleton shape="text" lines={16} />}>
        {(own) => (own ? <ReadingArticle title={own.title} sections={ownSections(own)} /> : <NoTerms />)}
      </QueryView>
    </>
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
