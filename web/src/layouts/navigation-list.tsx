import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import type { NavigationItem } from "./navigation";
import { NavigationLink } from "./navigation-link";

type NavigationListProps = { label: string; items: readonly NavigationItem[]; className: string };

/** A group of a side menu; not rendered without items. */
export function NavigationList({ label, items, className }: NavigationListProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className={classNames("flex", className)}>
      {items.map((item) => (
        <li key={item.path}>
          <NavigationLink
            item={item}
            className="group flex h-9 items-center gap-3 whitespace-nowrap rounded-control px-3 text-ink-2 transition-colors hover:bg-shelf hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
          >
            <Icon name={item.icon} className="text-ink-3 group-aria-[current]:text-accent" />
            {item.label()}
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}
