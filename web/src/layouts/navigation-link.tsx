import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
