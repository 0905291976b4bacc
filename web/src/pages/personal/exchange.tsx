import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { ConversionList } from "@/features/convert/conversion-list";
import { ConvertCard } from "@/features/convert/convert-card";

export function ExchangePage() {
  return (
    <PageSection
      level={1}
      title={i18n._("Exchange")}
      description={i18n._("Convert one coin to another at a rate that is fixed before you confirm.")}
    >
      <div className="flex flex-col gap-8">
        <section className="w-full max-w-2xl">
          <h2 className="sr-only">{i18n._("New conversion")}</h2>
          <ConvertCard />
        </section>
        <PageSection title={i18n._("Conversions")}>
          <ConversionList />
        </PageSection>
      </div>
    </PageSection>
  );
}
