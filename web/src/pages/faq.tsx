import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { CategoryLinks } from "@/features/content/category-links";
import { FAQ_CATEGORIES, type FaqFilter, faqQuery, MAX_QUERY } from "@/features/content/faq-api";
import { FaqList } from "@/features/content/faq-list";
import { FaqSearch } from "@/features/content/faq-search";
import { ContactForm } from "@/features/support/contact-form";
import { textOf } from "@/lib/text-of";
import { useIsSignedIn } from "@/session/session";

const CONTACT = "contact";

/** Public help: the site's FAQ, and a contact form that needs no account. */
export function FaqPage() {
  const isSignedIn = useIsSignedIn();

  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <PageSection level={1} title={i18n._("FAQ")}>
        <Answers />
      </PageSection>
      <PageSection
        id={CONTACT}
        title={i18n._("Contact support")}
        description={i18n._("Questions, problems or suggestions? Send a message.")}
      >
        {isSignedIn ? (
          <div>
            <Link to="/personal/contact" className={buttonClass()}>
              {i18n._("Open your tickets")}
            </Link>
          </div>
        ) : (
          <ContactForm upload={null} />
        )}
      </PageSection>
    </div>
  );
}

/** The filter in the URL. */
function useFaqFilter(): FaqFilter {
  const search = useSearch({ strict: false });
  return {
    q: textOf(search.q).trim().slice(0, MAX_QUERY),
    category: FAQ_CATEGORIES.find((known) => known === search.category) ?? null,
  };
}

function Answers() {
  const filter = useFaqFilter();
  const query = useInfiniteQuery({ ...faqQuery(filter), placeholderData: keepPreviousData });
  const categories = query.data?.pages[0]?.categories ?? [];
  const filled = categories.filter(({ key, count }) => count > 0 || key === filter.category);

  return (
    <div className="flex flex-col gap-6">
      <FaqSearch words={filter.q} />
      <CategoryLinks everything={i18n._("All questions")} categories={filled} chosen={filter.category} />
      <PagedList
        query={query}
        empty={<NothingFound words={filter.q} />}
        skeleton={<Skeleton shape="text" lines={12} />}
      >
        {(entries) => (
          <FaqList
            entries={entries}
            categories={categories}
            isSearch={entries.some(({ match }) => match !== null)}
          />
        )}
      </PagedList>
    </div>
  );
}

function NothingFound({ words }: { words: string }) {
  return (
    <EmptyState
      icon="search"
      title={words ? i18n._("No answer to “{words}”", { words }) : i18n._("No questions yet")}
      action={
        <a href={`#${CONTACT}`} className={buttonClass({ severity: "secondary" })}>
          {i18n._("Contact support")}
        </a>
      }
    >
      {words ? i18n._("Try other words, or send a message.") : null}
    </EmptyState>
  );
}
