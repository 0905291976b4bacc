import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";

/** What only clients have; visitors are shown the way in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const { href } = useLocation();
  if (isSignedIn) return children;
  return (
    <EmptyState
      icon="log-in"
      title={i18n._("Your orders and trades stand here")}
      action={
        <Link to={loginHref(href)} className={buttonClass({ severity: "secondary", size: "small" })}>
          {i18n._("Log in")}
        </Link>
      }
    />
  );
}
