import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import type { NavigationItem } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { useVisibleItems } from "./show-all-navigation";

type SubNavigationProps = { label: string; items: readonly NavigationItem[] };

export function SubNavigation({ label, items }: SubNavigationProps) {
  return (
    <nav aria-label={label} className="border-line border-b bg-abyss">
      <ul className={classNames(PAGE_WIDTH.wide, "scroll-fade flex gap-6 overflow-x-auto")}>
        {useVisibleItems(items).map((item) => (
          <li key={item.path}>
            <NavigationLink
              item={item}
              className="-mb-px flex h-12 items-center whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
