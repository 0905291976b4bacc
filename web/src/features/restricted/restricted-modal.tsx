import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { QueryProvider } from "@/api/query-provider";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { Requirement } from "@/design/requirement";
import { RichText } from "@/design/rich-text";
import { useLastNonNull } from "@/design/use-last-non-null";
import { formatAmount } from "@/lib/format-number";
import { useCurrentClient } from "@/session/client";
import { type ClientLevel, clientLevelQuery, type Level, levelsQuery } from "@/session/levels";
import { closeRestricted, useRefusedLevel } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";

/** The highest level without a second factor; all above require one. */
const STARTER = "starter";

/** Explains why a feature is restricted, and what would unlock it. */
export function RestrictedModal() {
  const level = useRefusedLevel();
  const isSignedIn = useIsSignedIn();
  const shown = useLastNonNull(level);
  useCloseOnLeave();

  return (
    <QueryProvider>
      <Modal
        open={level !== null && isSignedIn}
        onClose={closeRestricted}
        title={i18n._("Access Restricted")}
        footer={<Button onClick={closeRestricted}>{i18n._("Close")}</Button>}
      >
        <div className="flex flex-col gap-4">
          {shown === STARTER || shown === null ? <StarterText /> : <HigherText level={shown} />}
          <p>{i18n._("Thank you for understanding.")}</p>
        </div>
      </Modal>
    </QueryProvider>
  );
}

function StarterText() {
  return (
    <>
      <p>{i18n._("This feature is only available to users with a Starter level membership or higher.")}</p>
      <p>
        {i18n._(
          "To use it, you must complete the basic KYC process and meet the trading volume and asset balance requirements.",
        )}
      </p>
      <p>
        <Details />
      </p>
    </>
  );
}

function HigherText({ level }: { level: string }) {
  const name = useLevelName(level);
  return (
    <>
      <p>
        {i18n._(
          "This feature is only available to users with the {name} level membership or higher. Requirements:",
          {
            name,
          },
        )}
      </p>
      <LevelTicks level={level} />
      <p>
        <Details />
      </p>
    </>
  );
}

function Details() {
  return (
    <RichText
      text={i18n._("For details, see the <link>membership section</link>.")}
      tags={{ link: (words) => <ModalLink to="/kyc-levels">{words}</ModalLink> }}
    />
  );
}

function ModalLink({ to, hash, children }: { to: string; hash?: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      {...(hash && { hash })}
      onClick={closeRestricted}
      className="text-accent underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  );
}

/** Closes on navigation. */
function useCloseOnLeave(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const refusedOn = useRef(path);

  useEffect(() => {
    if (refusedOn.current !== path) closeRestricted();
    refusedOn.current = path;
  }, [path]);
}

/** The display name of a level. */
function useLevelName(key: string): string {
  const { data } = useQuery(levelsQuery);
  const named = data?.items.find((level) => level.key === key)?.name;
  return named ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** The requirements of a level, each checked when it is met. */
function LevelTicks({ level }: { level: string }) {
  const levels = useQuery(levelsQuery);
  const own = useQuery(clientLevelQuery);

  return (
    <QueryView query={levels}>
      {({ items }) => (
        <QueryView query={own}>
          {(standing) => {
            const required = items.find(({ key }) => key === level);
            return required && <Ticks required={required} own={standing} />;
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function Ticks({ required, own }: { required: Level; own: ClientLevel }) {
  const client = useCurrentClient();
  const { volume_30d, balance } = required.requirements;
  const hasSecondFactor = client !== null && (client.security.totp || client.security.passkeys > 0);

  return (
    <ul className="flex flex-col gap-3 rounded-card border border-line bg-shelf p-4">
      <Requirement
        isMet={client?.kyc.status === "approved"}
        action={<ModalLink to="/personal/kyc">{i18n._("Verify")}</ModalLink>}
      >
        {i18n._("Verified identity")}
      </Requirement>
      <Requirement
        isMet={hasSecondFactor}
        action={
          <ModalLink to="/personal/settings" hash="security">
            {i18n._("Set up")}
          </ModalLink>
        }
      >
        {i18n._("Two-factor authentication (2FA)")}
      </Requirement>
      <Requirement
        isMet={Number(own.volume_30d) >= Number(volume_30d)}
        action={<ModalLink to="/trading">{i18n._("Trade")}</ModalLink>}
      >
        {i18n._("30-day trading volume: {present} of {asked} USDT", {
          present: formatAmount(own.volume_30d),
          asked: formatAmount(volume_30d),
        })}
      </Requirement>
      <Requirement
        isMet={Number(own.balance) >= Number(balance)}
        action={<ModalLink to="/personal/deposit">{i18n._("Deposit")}</ModalLink>}
      >
        {i18n._("Asset balance: {present} of {asked} USDT", {
          present: formatAmount(own.balance),
          asked: formatAmount(balance),
        })}
      </Requirement>
    </ul>
  );
}
