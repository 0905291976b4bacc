import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { AssetsTable } from "@/features/ledger/assets-table";
import { PortfolioCard } from "@/features/ledger/portfolio-card";

export function AssetsPage() {
  return (
    <PageSection level={1} title={i18n._("Assets")}>
      <div className="flex flex-col gap-8">
        <section>
          <h2 className="sr-only">{i18n._("Overview")}</h2>
          <PortfolioCard />
        </section>
        <PageSection title={i18n._("By coin")}>
          <AssetsTable variant="page" />
        </PageSection>
      </div>
    </PageSection>
  );
}
