import { buttonClass } from "@/design/button";
import { useIsSignedIn } from "@/session/session";
import { accountActions, dashboardItem } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { useVisibleItems } from "./show-all-navigation";

// The header leaves the one primary action of a view to the page below it; an open menu is a view of its own.
const LOOKS = {
  header: { size: "small", first: "link", last: "secondary" },
  menu: { size: "large", first: "secondary", last: "primary" },
} as const;

type AccountActionsProps = { variant: keyof typeof LOOKS; onNavigate?: () => void };

/** The way in for visitors, the way to one's own area for clients. */
export function AccountActions({ variant, onNavigate }: AccountActionsProps) {
  const look = LOOKS[variant];
  const isSignedIn = useIsSignedIn();
  const items = useVisibleItems(isSignedIn ? [dashboardItem] : accountActions);

  return items.map((item, index) => (
    <NavigationLink
      key={item.path}
      item={item}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={buttonClass({
        severity: index === items.length - 1 ? look.last : look.first,
        size: look.size,
      })}
    />
  ));
}
