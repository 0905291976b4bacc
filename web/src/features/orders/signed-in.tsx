import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "@/design/button";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";

/** Content for clients; visitors see sign-in buttons. */
export function SignedIn({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const { href } = useLocation();
  if (isSignedIn) return children;
  return (
    // Compact: in low panels a button further down would be clipped.
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-6">
      <p className="font-medium text-14 text-ink">{i18n._("Sign in to see your orders and trades")}</p>
      <Link to={loginHref(href)} className={buttonClass({ severity: "secondary", size: "small" })}>
        {i18n._("Sign in")}
      </Link>
    </div>
  );
}
