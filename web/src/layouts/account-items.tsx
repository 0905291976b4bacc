import { i18n } from "@lingui/core";
import type { ReactElement } from "react";
import { Menu, type MenuItem } from "@/design/menu";
import { dashboardItem, type NavigationItem, useVisibleItems } from "./navigation";
import { settingsItem } from "./personal-navigation";
import { useSignOut } from "./use-sign-out";

const ITEMS = [dashboardItem, settingsItem];

type AccountItemsProps = {
  trigger: ReactElement<Record<string, unknown>>;
  /** Called when it cannot be loaded; an open menu closes by itself. */
  onClose: () => void;
};

/** The account menu. Loaded when its button is pressed, so it is initially open. */
export function AccountItems({ trigger }: AccountItemsProps) {
  const visible = useVisibleItems(ITEMS);
  const signOut = useSignOut();
  const items: MenuItem[] = [
    ...visible.map(toLink),
    ...(visible.length > 0 ? [{ kind: "separator", key: "end" } as const] : []),
    { kind: "action", label: i18n._("Sign out"), icon: "log-out", onSelect: () => void signOut() },
  ];
  return <Menu align="end" items={items} trigger={trigger} defaultOpen />;
}

function toLink({ path, label, icon }: NavigationItem): MenuItem {
  return { kind: "link", label: label(), icon, to: path };
}
