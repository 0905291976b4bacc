import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "./icon";

export interface Crumb {
  label: string;
  to: string;
}

interface BreadcrumbProps {
  /** The parent pages, outermost first. */
  trail: readonly Crumb[];
  /** The current page. */
  current: string;
}

export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label={i18n._("Breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-13 text-ink-2">
        {trail.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-1.5">
            <Link
              to={crumb.to}
              className="flex min-h-6 items-center rounded-control transition-colors hover:text-ink hover:underline"
            >
              {crumb.label}
            </Link>
            <Icon name="chevron-right" size={14} className="text-ink-3" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 text-ink wrap-anywhere">
          {current}
        </li>
      </ol>
    </nav>
  );
}
