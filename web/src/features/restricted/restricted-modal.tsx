import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { QueryProvider } from "@/api/query-provider";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { RichText } from "@/design/rich-text";
import { closeRestricted, useRefusedLevel } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";
import { LevelTicks, useLevelName } from "./level-ticks";

/** The level that identity and figures alone give; everything above it also asks for a second factor. */
const STARTER = "starter";

/** Says why something is not open to a client, and what would open it. */
export function RestrictedModal() {
  const level = useRefusedLevel();
  const isSignedIn = useIsSignedIn();
  const shown = useLast(level);
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
        <Details /> <ModalLink to="/personal/kyc">{i18n._("Identity verification")}</ModalLink>
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

function ModalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      onClick={closeRestricted}
      className="text-accent underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  );
}

/** Keeps the text while the modal fades out. */
function useLast(level: string | null): string | null {
  const last = useRef(level);
  if (level !== null) last.current = level;
  return last.current;
}

/** What was refused belongs to the page it was refused on. */
function useCloseOnLeave(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const refusedOn = useRef(path);

  useEffect(() => {
    if (refusedOn.current !== path) closeRestricted();
    refusedOn.current = path;
  }, [path]);
}
