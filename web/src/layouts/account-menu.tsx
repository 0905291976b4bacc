import { i18n } from "@lingui/core";
import { QueryProvider } from "@/api/query-provider";
import { Avatar } from "@/design/avatar";
import { Menu, type MenuItem } from "@/design/menu";
import { useCurrentClient } from "@/session/client";
import { dashboardItem, type NavigationItem } from "./navigation";
import { settingsItem } from "./personal-navigation";
import { useVisibleItems } from "./show-all-navigation";
import { useSignOut } from "./use-sign-out";

const ITEMS = [dashboardItem, settingsItem];

/** Who is signed in, and what belongs to that; it brings the cache along, for the landing layout has none. */
export function AccountMenu() {
  return (
    <QueryProvider>
      <AvatarMenu />
    </QueryProvider>
  );
}

function AvatarMenu() {
  const client = useCurrentClient();
  const visible = useVisibleItems(ITEMS);
  const signOut = useSignOut();
  const items: MenuItem[] = [
    ...visible.map(toLink),
    ...(visible.length > 0 ? [{ kind: "separator", key: "end" } as const] : []),
    { kind: "action", label: i18n._("Sign out"), icon: "log-out", onSelect: () => void signOut() },
  ];

  return (
    <Menu
      align="end"
      items={items}
      trigger={
        <button
          type="button"
          aria-label={i18n._("Account")}
          title={client?.email}
          className="grid size-10 place-items-center rounded-full"
        >
          <Avatar
            name={client?.username ?? client?.email ?? ""}
            src={client?.avatar}
            size="small"
            decorative
          />
        </button>
      }
    />
  );
}

function toLink({ path, label, icon }: NavigationItem): MenuItem {
  return { kind: "link", label: label(), icon, to: path };
}
