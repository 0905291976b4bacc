import { i18n } from "@lingui/core";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { privacyItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { useVisibleItems } from "./show-all-navigation";

/** The footer of working screens, where the full one would be in the way. */
export function SlimFooter() {
  const items = useVisibleItems(privacyItems);

  return (
    <footer className={classNames(PAGE_WIDTH.wide, "py-4")}>
      <nav aria-label={i18n._("Footer")}>
        <ul className="flex flex-wrap justify-center gap-x-6">
          {items.map((item) => (
            <li key={item.path}>
              <NavigationLink
                item={item}
                className="inline-flex min-h-8 items-center text-13 text-ink-3 hover:text-ink"
              />
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
