import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Card } from "@/design/card";
import { PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { Tabs } from "@/design/tabs";
import { EarnStats } from "@/features/earn/earn-stats";
import { ActivePositions, PastPositions } from "@/features/earn/position-lists";
import { useOwnAssets } from "@/features/ledger/use-own-assets";

/** The client's positions; products are on the public page. */
export function PersonalEarnPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <PageSection
      level={1}
      title={i18n._("Earn")}
      description={i18n._(
        "Interest is counted every full hour. Flexible positions pay daily at 00:00 UTC, locked ones at maturity.",
      )}
      actions={<PageLink to="/earn">{i18n._("All products")}</PageLink>}
    >
      <div className="flex flex-col gap-8">
        <section>
          <h2 className="sr-only">{i18n._("Overview")}</h2>
          <Card>
            <OwnEarnStats />
          </Card>
        </section>
        <section>
          <h2 className="sr-only">{i18n._("Positions")}</h2>
          <Tabs
            label={i18n._("Positions")}
            value={search.tab === "past" ? "past" : "active"}
            onChange={(tab) =>
              void navigate({ to: ".", search: { tab: tab === "past" ? tab : undefined }, replace: true })
            }
            tabs={[
              { value: "active", label: i18n._("Active"), content: <ActivePositions /> },
              { value: "past", label: i18n._("Past"), content: <PastPositions /> },
            ]}
          />
        </section>
      </div>
    </PageSection>
  );
}

/** A separate component, so that only this card re-renders with prices. */
function OwnEarnStats() {
  return <EarnStats assets={useOwnAssets().data} />;
}
