import { Icon } from "@/design/icon";
import type { NavigationItem } from "./navigation";
import { NavigationLink } from "./navigation-link";

type MenuListProps = { items: readonly NavigationItem[]; onNavigate: () => void };

/** The rows of a menu sheet: large targets, an icon, and a word on what is behind each. */
export function MenuList({ items, onNavigate }: MenuListProps) {
  return (
    <ul className="flex flex-col gap-1">
      {items.map((item) => (
        <li key={`${item.path}#${item.hash ?? ""}`}>
          <NavigationLink
            item={item}
            onClick={onNavigate}
            className="group flex min-h-12 items-center gap-4 rounded-control px-3 py-2 text-16 text-ink hover:bg-raised aria-[current]:bg-raised"
          >
            <Icon name={item.icon} size={20} className="text-ink-3 group-aria-[current]:text-accent" />
            <span className="min-w-0">
              <span className="block">{item.label()}</span>
              {item.description && <span className="block text-13 text-ink-3">{item.description()}</span>}
            </span>
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}
