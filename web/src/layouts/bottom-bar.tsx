import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { MenuList } from "./menu-list";
import { MenuSheet } from "./menu-sheet";
import { NavigationLink } from "./navigation-link";
import { bottomBarItems, personalGroups } from "./personal-navigation";
import { useVisibleItems } from "./show-all-navigation";

const entryClass =
  "flex h-16 w-full min-w-0 flex-col items-center justify-center gap-1 text-12 text-ink-3 hover:text-ink aria-[current]:text-accent";

/** The personal area's menu within reach of a thumb: the four screens used most, and the rest behind "More". */
export function BottomBar() {
  const items = useVisibleItems(bottomBarItems);
  const rest = useVisibleItems(
    personalGroups.flatMap((group) => group.items).filter((item) => !bottomBarItems.includes(item)),
  );

  return (
    <nav
      aria-label={i18n._("Personal area")}
      className="fixed inset-x-0 bottom-0 z-(--layer-header) border-line border-t bg-deep pb-[env(safe-area-inset-bottom)] lg:hidden max-lg:[html:has(&)]:pb-(--bottom-bar) max-lg:[html:has(&)]:scroll-pb-[calc(5rem+var(--cookie-banner,0px))] max-lg:[html:has(&)]:[--bottom-bar:calc(4rem+1px+env(safe-area-inset-bottom))]"
    >
      <ul className="mx-auto grid max-w-lg auto-cols-fr grid-flow-col">
        {items.map((item) => (
          <li key={item.path} className="min-w-0">
            <NavigationLink item={item} className={entryClass}>
              <Icon name={item.icon} size={20} />
              <span className="max-w-full truncate px-1">{item.label()}</span>
            </NavigationLink>
          </li>
        ))}
        <li className="min-w-0">
          <MenuSheet
            title={i18n._("Personal area")}
            triggerClassName={entryClass}
            trigger={
              <>
                <Icon name="ellipsis" size={20} />
                <span className="max-w-full truncate px-1">{i18n._("More")}</span>
              </>
            }
          >
            {(close) => (
              <div className="px-3 py-4">
                <MenuList items={rest} onNavigate={close} />
              </div>
            )}
          </MenuSheet>
        </li>
      </ul>
    </nav>
  );
}
