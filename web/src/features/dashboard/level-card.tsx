import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/design/card";
import { HiddenFigure } from "@/design/hidden-figure";
import { PageLink } from "@/design/page-link";
import { Progress } from "@/design/progress";
import { QueryView } from "@/design/query-view";
import { Requirement } from "@/design/requirement";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { formatDateTime } from "@/lib/dates";
import { formatAmount, formatValue } from "@/lib/format-number";
import { type ClientLevel, clientLevelQuery, type Level, levelsQuery } from "@/session/levels";
import { usePortfolioView } from "@/session/portfolio-view";
import { shareOf } from "./model";

type LevelCardProps = {
  /** The total balance shown on the same page; the level's own figure may be older. */
  balance: string | undefined;
  /** Nothing is loaded before. */
  isNear: boolean;
};

export function LevelCard({ balance, isNear }: LevelCardProps) {
  const own = useQuery({ ...clientLevelQuery, enabled: isNear });
  const levels = useQuery({ ...levelsQuery, enabled: isNear });
  const skeleton = <Skeleton shape="text" lines={6} />;
  return (
    <Card
      title={i18n._("Membership level")}
      actions={<PageLink to="/kyc-levels">{i18n._("All levels")}</PageLink>}
    >
      <QueryView query={own} skeleton={skeleton}>
        {(level) => (
          <QueryView query={levels} skeleton={skeleton}>
            {({ items }) => (
              <Standing
                own={{ ...level, balance: balance ?? level.balance }}
                next={items.find(({ key }) => key === level.next?.key)}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </Card>
  );
}

function Standing({ own, next }: { own: ClientLevel; next: Level | undefined }) {
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)]">
      <div className="flex flex-col gap-6">
        <Stat label={i18n._("Your level")} size="large">
          {own.name}
        </Stat>
        <Stat
          label={i18n._("Daily withdrawal limit left")}
          hint={i18n._("Resets {time}", { time: formatDateTime(own.withdraw.resets_at) })}
        >
          {i18n._("{amount} USDT", { amount: formatAmount(own.withdraw.left_day) })}
        </Stat>
      </div>
      {own.next && next ? (
        <NextLevel own={own} missing={own.next.missing} next={next} />
      ) : (
        <p className="text-14 text-ink-2">{i18n._("You’re at the top level.")}</p>
      )}
    </div>
  );
}

interface NextLevelProps {
  own: ClientLevel;
  missing: NonNullable<ClientLevel["next"]>["missing"];
  next: Level;
}

function NextLevel({ own, missing, next: { name, requirements } }: NextLevelProps) {
  return (
    <section aria-label={i18n._("To reach {level}", { level: name })} className="flex flex-col gap-4">
      <h4 className="font-medium text-14 text-ink">{i18n._("To reach {level}", { level: name })}</h4>
      <ul className="flex flex-col gap-2">
        {requirements.kyc && <Requirement isMet={!missing.kyc}>{i18n._("Verified identity")}</Requirement>}
        {requirements.two_factor && (
          <Requirement isMet={!missing.two_factor}>{i18n._("Two-factor authentication (2FA)")}</Requirement>
        )}
      </ul>
      <AmountBar
        label={i18n._("30-day volume")}
        present={own.volume_30d}
        required={requirements.volume_30d}
      />
      <AmountBar label={i18n._("Balance")} present={own.balance} required={requirements.balance} />
    </section>
  );
}

function AmountBar({ label, present, required }: { label: string; present: string; required: string }) {
  const { isHidden } = usePortfolioView();
  if (isHidden) {
    return (
      <p className="flex items-baseline justify-between gap-4 text-13 text-ink-2">
        {label}
        <span className="text-ink">
          <HiddenFigure />
        </span>
      </p>
    );
  }
  const amounts = { present: formatValue(present), required: formatAmount(required) };
  return (
    <Progress
      label={label}
      value={shareOf(present, required)}
      valueText={i18n._("{present} of {required} USDT", amounts)}
    />
  );
}
