import { i18n } from "@lingui/core";
import { type ComponentType, lazy, Suspense } from "react";
import { Button, buttonClass } from "@/design/button";
import { useIsSignedIn } from "@/session/session";
import { accountActions, dashboardItem } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { useVisibleItems } from "./show-all-navigation";
import { useSignOut } from "./use-sign-out";

// The header leaves the one primary action of a view to the page below it; an open menu is a view of its own.
const LOOKS = {
  header: { size: "small", first: "link", last: "secondary" },
  menu: { size: "large", first: "secondary", last: "primary" },
} as const;

type AccountActionsProps = { variant: keyof typeof LOOKS; onNavigate?: () => void };

/** The way in for visitors; the way to one's own area, and out, for clients. */
export function AccountActions({ variant, onNavigate }: AccountActionsProps) {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return <ActionLinks variant={variant} items={accountActions} onNavigate={onNavigate} />;
  if (variant === "menu") return <ClientActions onNavigate={onNavigate} />;
  return (
    <Suspense fallback={<span className="size-10" />}>
      <AccountMenu />
    </Suspense>
  );
}

const AccountMenu = lazy(async (): Promise<{ default: ComponentType }> => {
  // A menu that cannot be loaded must not take the page down: the way to one's own area stays.
  const loaded = await import("./account-menu").catch(() => null);
  return { default: loaded?.AccountMenu ?? (() => <ActionLinks variant="header" items={[dashboardItem]} />) };
});

type ActionLinksProps = {
  variant: keyof typeof LOOKS;
  items: typeof accountActions;
  onNavigate?: (() => void) | undefined;
};

function ActionLinks({ variant, items, onNavigate }: ActionLinksProps) {
  const look = LOOKS[variant];
  const visible = useVisibleItems(items);

  return visible.map((item, index) => (
    <NavigationLink
      key={item.path}
      item={item}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={buttonClass({
        severity: index === visible.length - 1 ? look.last : look.first,
        size: look.size,
      })}
    />
  ));
}

function ClientActions({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const signOut = useSignOut();

  function leave() {
    onNavigate?.();
    void signOut();
  }

  return (
    <>
      <Button severity="secondary" size="large" icon="log-out" onClick={leave}>
        {i18n._("Sign out")}
      </Button>
      <ActionLinks variant="menu" items={[dashboardItem]} onNavigate={onNavigate} />
    </>
  );
}
