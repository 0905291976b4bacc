import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { site } from "@/session/site";
import { AccountActions } from "./account-actions";
import { MenuList } from "./menu-list";
import { MenuSheet } from "./menu-sheet";
import { type NavigationItem, privacyItems } from "./navigation";
import { useVisibleItems } from "./show-all-navigation";

/** The whole navigation on screens too narrow for the header's row of links. */
export function PhoneMenu({ items }: { items: readonly NavigationItem[] }) {
  const help = useVisibleItems(privacyItems);

  return (
    <MenuSheet
      title={site().sitename}
      triggerClassName="-mr-2 grid size-10 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-raised hover:text-ink lg:hidden"
      trigger={
        <>
          <Icon name="menu" size={20} />
          <span className="sr-only">{i18n._("Menu")}</span>
        </>
      }
    >
      {(close) => (
        <nav aria-label={i18n._("Menu")} className="flex flex-1 flex-col px-3 pt-4">
          <MenuList items={items} onNavigate={close} />
          <hr className="mx-3 my-4 border-line" />
          <MenuList items={help} onNavigate={close} />
          <div className="sticky bottom-0 -mx-3 mt-auto flex gap-2 bg-deep p-4 *:last:flex-1">
            <AccountActions variant="menu" onNavigate={close} />
          </div>
        </nav>
      )}
    </MenuSheet>
  );
}
