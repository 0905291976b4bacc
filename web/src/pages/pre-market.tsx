import { i18n } from "@lingui/core";
import { PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { PremarketCards } from "@/features/premarket/premarket-cards";
import { PremarketFilterForm } from "@/features/premarket/premarket-filter";
import { useIsSignedIn } from "@/session/session";

export function PreMarketPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <PageSection
      level={1}
      title={i18n._("Pre-market")}
      description={i18n._(
        "Trade coins before their listing. Both sides lock funds, so that every contract is delivered or compensated.",
      )}
      actions={
        isSignedIn && <PageLink to="/personal/pre-market">{i18n._("Your contracts and orders")}</PageLink>
      }
    >
      <div className="flex flex-col gap-6">
        <PremarketFilterForm />
        <h2 className="sr-only">{i18n._("Pre-markets")}</h2>
        <PremarketCards />
      </div>
    </PageSection>
  );
}
