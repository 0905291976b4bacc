import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { LevelTable, UnlockList } from "@/features/levels/level-table";
import { OwnLevel } from "@/features/levels/own-level";
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
            "Higher levels have lower fees, higher limits and more features. You can always withdraw your funds: your level only sets the daily withdrawal limit.",
          )}
        </p>
      </header>
      <QueryView query={levels} skeleton={<Skeleton shape="table" rows={5} columns={5} />}>
        {({ items }) => (
          <>
            <PageSection title={i18n._("Your progress")}>
              <OwnLevel levels={items} />
            </PageSection>
            <PageSection title={i18n._("Requirements and benefits")}>
              <LevelTable levels={items} own={own} />
            </PageSection>
            <PageSection
              title={i18n._("Features by level")}
              description={i18n._("Each level includes the features of all levels listed above it.")}
            >
              <UnlockList levels={items} />
            </PageSection>
          </>
        )}
      </QueryView>
      <HowLevelsWork />
    </div>
  );
}

function HowLevelsWork() {
  const rules = [
    i18n._("You move up once you meet every requirement."),
    i18n._("If your volume or balance falls below a requirement, you keep your level for 30 days."),
    i18n._(
      "Once your identity is verified, you have the Starter level for 30 days, regardless of volume and balance.",
    ),
    i18n._("No grace period for identity or 2FA."),
    i18n._("Your fee rate is the one of your level when your order is accepted."),
  ];
  return (
    <PageSection title={i18n._("How levels work")}>
      <ul className="flex max-w-2xl list-disc flex-col gap-2 ps-5 text-14 text-ink-2 marker:text-ink-3">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </PageSection>
  );
}
