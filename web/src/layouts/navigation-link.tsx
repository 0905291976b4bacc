import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import type { NavigationItem } from "./navigation";

type NavigationLinkProps = {
  item: NavigationItem;
  className?: string;
  onClick?: () => void;
  children?: ReactNode;
};

/** A link with `aria-current`: `page` on the item's own page, `true` inside its section. */
export function NavigationLink({ item, className, onClick, children }: NavigationLinkProps) {
  const isInSection = useLocation({
    select: ({ pathname }) => item.section !== undefined && pathname.startsWith(item.section),
  });

  return (
    <Link
      to={item.path}
      {...(item.hash === undefined ? {} : { hash: item.hash })}
      activeOptions={{ exact: item.isExact ?? item.path === "/", includeHash: item.hash !== undefined }}
      aria-current={isInSection || undefined}
      className={className}
      onClick={onClick}
    >
      {children ?? item.label()}
    </Link>
  );
}

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
