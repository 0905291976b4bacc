import { i18n } from "@lingui/core";
import { PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { ConvertCard } from "@/features/convert/convert-card";
import { useIsSignedIn } from "@/session/session";

/** The same form as in the personal area, also for visitors; a client's conversions are listed there. */
export function ExchangerPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageSection
        level={1}
        title={i18n._("Exchanger")}
        description={i18n._("Convert one coin to another at a rate that is fixed before you confirm.")}
        actions={isSignedIn && <PageLink to="/personal/exchange">{i18n._("Your conversions")}</PageLink>}
      >
        <h2 className="sr-only">{i18n._("New conversion")}</h2>
        <ConvertCard />
      </PageSection>
    </div>
  );
}
