import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

type TextLinkProps = Pick<LinkProps, "to" | "search"> & { children: ReactNode };

/** An inline link. */
export function TextLink({ children, ...link }: TextLinkProps) {
  return (
    <Link {...link} className="text-accent underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}
