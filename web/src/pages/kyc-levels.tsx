import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { LevelTable } from "@/features/levels/level-table";
import { OwnLevel } from "@/features/levels/own-level";
import { UnlockList } from "@/features/levels/unlock-list";
import { useCurrentClient } from "@/session/client";
import { levelsQuery } from "@/session/levels";

export function KycLevelsPage() {
  const levels = useQuery(levelsQuery);
  const own = useCurrentClient()?.level ?? null;

  return (
    <div className="flex flex-col gap-12">
      <header>
        <h1 className="text-balance font-semibold text-28 tracking-tight lg:text-40 lg:tracking-[-0.02em]">
          {i18n._("Membership levels")}
        </h1>
        <p className="mt-4 max-w-2xl text-pretty text-16 text-ink-2">
          {i18n._(
            "The more you are known here and the more you trade, the less you pay and the more is open to you. No level ever stands between you and your own money: it only decides how much leaves in a day.",
          )}
        </p>
      </header>
      <QueryView query={levels} skeleton={<Skeleton shape="table" rows={5} columns={5} />}>
        {({ items }) => (
          <>
            <PageSection title={i18n._("Where you are")}>
              <OwnLevel levels={items} />
            </PageSection>
            <PageSection title={i18n._("What each level takes and gives")}>
              <LevelTable levels={items} own={own} />
            </PageSection>
            <PageSection
              title={i18n._("What each level opens")}
              description={i18n._("Every level also has what those above it in this list have.")}
            >
              <UnlockList levels={items} />
            </PageSection>
          </>
        )}
      </QueryView>
      <HowItIsCounted />
    </div>
  );
}

function HowItIsCounted() {
  const rules = [
    i18n._("You rise as soon as all conditions of a level hold."),
    i18n._("If volume or balance fall below them, you keep your level for 30 days."),
    i18n._("After your identity is verified you have the Starter level for 30 days, whatever the figures."),
    i18n._(
      "Identity and second factor have no such grace: without them a level that asks for them is not held.",
    ),
    i18n._("Fees are those of your level when an order is accepted."),
  ];
  return (
    <PageSection title={i18n._("How it is counted")}>
      <ul className="flex max-w-2xl list-disc flex-col gap-2 pl-5 text-14 text-ink-2 marker:text-ink-3">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </PageSection>
  );
}
