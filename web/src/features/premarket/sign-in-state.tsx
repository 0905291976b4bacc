import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";

/** In the place of what only clients have. */
export function SignInState({ href }: { href: string }) {
  return (
    <EmptyState
      icon="log-in"
      title={i18n._("Sign in to see your contracts and orders")}
      action={
        <Link to={href} className={buttonClass({ severity: "secondary", size: "small" })}>
          {i18n._("Sign in")}
        </Link>
      }
    />
  );
}
