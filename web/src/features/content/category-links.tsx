import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { classNames } from "@/lib/class-names";

interface CategoryLinksProps {
  /** The name of the link without a category. */
  everything: string;
  categories: readonly { key: string; name: string }[];
  /** Null means all. */
  chosen: string | null;
}

/** The filter by category, stored in the URL; other filters are removed. */
export function CategoryLinks({ everything, categories, chosen }: CategoryLinksProps) {
  const all = { key: null, name: everything };
  return (
    <nav aria-label={i18n._("Categories")} className="min-h-9">
      <ul className="flex flex-wrap gap-2">
        {[all, ...categories].map(({ key, name }) => (
          <li key={key ?? "all"}>
            <Link
              to="."
              search={{ category: key ?? undefined }}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={key === chosen ? "true" : undefined}
              className={classNames(
                "flex min-h-9 items-center rounded-full border px-3.5 font-medium text-13 transition-colors",
                key === chosen
                  ? "border-accent bg-accent/12 text-ink"
                  : "border-line-strong text-ink-2 hover:border-ink-3 hover:text-ink",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
