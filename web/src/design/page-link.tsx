import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type PagePath, pageExists } from "@/lib/page-paths";

interface PageLinkProps {
  to: PagePath;
  hash?: string;
  "aria-label"?: string;
  children: ReactNode;
}

/** A small link to a page of this site, as in the head of a card; nothing if the site has no such page. */
export function PageLink({ to, ...props }: PageLinkProps) {
  if (!pageExists(to)) return null;
  return <Link to={to} {...props} className="text-13 text-accent underline-offset-4 hover:underline" />;
}

/** The link of a card to the whole list; `name` is its accessible name. */
export function AllLink({ to, name }: { to: PagePath; name: string }) {
  return (
    <PageLink to={to} aria-label={name}>
      {i18n._("All")}
    </PageLink>
  );
}
