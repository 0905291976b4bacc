import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { PageSection } from "@/design/page-section";
import { ContactForm } from "@/features/support/contact-form";
import { useIsSignedIn } from "@/session/session";

/** Public help: common questions, and a contact form that needs no account. */
export function FaqPage() {
  const isSignedIn = useIsSignedIn();

  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <PageSection
        level={1}
        title={i18n._("FAQ")}
        description={i18n._("Common questions are answered on the homepage.")}
      >
        <div>
          <Link to="/" hash="questions" className={buttonClass({ severity: "secondary" })}>
            {i18n._("Read the FAQ")}
          </Link>
        </div>
      </PageSection>
      <PageSection
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
