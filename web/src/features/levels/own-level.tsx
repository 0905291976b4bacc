import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { PageLink } from "@/design/page-link";
import { Progress } from "@/design/progress";
import { QueryView } from "@/design/query-view";
import { Requirement } from "@/design/requirement";
import { Skeleton } from "@/design/skeleton";
import { formatAmount } from "@/lib/format-number";
import { type ClientLevel, clientLevelQuery, type Level } from "@/session/levels";
import { useIsSignedIn } from "@/session/session";
import { shareOf } from "./model";

type OwnLevelProps = { levels: readonly Level[] };

/** The client's level and the progress to the next one. */
export function OwnLevel({ levels }: OwnLevelProps) {
  const isSignedIn = useIsSignedIn();
  const own = useQuery({ ...clientLevelQuery, enabled: isSignedIn });
  if (!isSignedIn) return <ForVisitors />;
  return (
    <QueryView query={own} skeleton={<Skeleton shape="card" />}>
      {(level) => <OwnCard own={level} levels={levels} />}
    </QueryView>
  );
}

function ForVisitors() {
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-deep p-4 sm:flex-row sm:items-center sm:justify-between">
      <p className="text-14 text-ink-2">
        {i18n._("Sign in to see your level and the requirements for the next one.")}
      </p>
      <Link
        to="/login"
        search={{ next: "/kyc-levels" }}
        className={buttonClass({ severity: "secondary", size: "small" })}
      >
        {i18n._("Sign in")}
      </Link>
    </div>
  );
}

function OwnCard({ own, levels }: { own: ClientLevel } & OwnLevelProps) {
  const current = levels.find(({ key }) => key === own.key);
  const next = levels.find(({ key }) => key === own.next?.key);
  return (
    <Card>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:gap-10">
        <div className="flex flex-col gap-5">
          <div>
            <p className="text-13 text-ink-2">{i18n._("Your level")}</p>
            <p className="mt-1 font-semibold text-28 text-ink">{own.name}</p>
          </div>
          {current && <DayLimit used={own.withdraw.used_day} all={current.limits.withdraw_day} />}
        </div>
        {next && own.next ? (
          <WayToNext own={own} next={next} missing={own.next.missing} />
        ) : (
          <p className="self-center text-14 text-ink-2">{i18n._("You’re at the top level.")}</p>
        )}
      </div>
    </Card>
  );
}

function DayLimit({ used, all }: { used: string; all: string }) {
  return (
    <Progress
      label={i18n._("Withdrawn today")}
      value={shareOf(used, all)}
      valueText={i18n._("{used} of {all} USDT", { used: formatAmount(used), all: formatAmount(all) })}
    />
  );
}

type WayToNextProps = {
  own: ClientLevel;
  next: Level;
  missing: NonNullable<ClientLevel["next"]>["missing"];
};

function WayToNext({ own, next, missing }: WayToNextProps) {
  const { requirements } = next;
  return (
    <div className="flex flex-col gap-4 border-line max-lg:border-t max-lg:pt-6 lg:border-s lg:ps-10">
      <h3 className="font-semibold text-16 text-ink">{i18n._("To reach {level}", { level: next.name })}</h3>
      <ul className="flex flex-col gap-2">
        {requirements.kyc && (
          <Requirement
            isMet={!missing.kyc}
            action={<PageLink to="/personal/kyc">{i18n._("Verify")}</PageLink>}
          >
            {i18n._("Verified identity")}
          </Requirement>
        )}
        {requirements.two_factor && (
          <Requirement
            isMet={!missing.two_factor}
            action={<PageLink to="/personal/settings">{i18n._("Set up")}</PageLink>}
          >
            {i18n._("Two-factor authentication (2FA)")}
          </Requirement>
        )}
      </ul>
      <Figure label={i18n._("30-day volume")} present={own.volume_30d} asked={requirements.volume_30d} />
      <Figure label={i18n._("Balance")} present={own.balance} asked={requirements.balance} />
    </div>
  );
}

function Figure({ label, present, asked }: { label: string; present: string; asked: string }) {
  return (
    <Progress
      label={label}
      value={shareOf(present, asked)}
      valueText={i18n._("{present} of {asked} USDT", {
        present: formatAmount(present),
        asked: formatAmount(asked),
      })}
    />
  );
}
