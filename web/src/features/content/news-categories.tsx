import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { CategoryLinks } from "./category-links";
import { type NewsCategory, newsCategoriesQuery } from "./news-api";

export const NEWS_CATEGORIES = [
  "announcement",
  "listing",
  "product",
  "maintenance",
  "market",
] as const satisfies readonly NewsCategory[];

export function newsCategoryName(category: NewsCategory): string {
  switch (category) {
    case "announcement":
      return i18n._("Announcement");
    case "listing":
      return i18n._("Listing");
    case "product":
      return i18n._("Product");
    case "maintenance":
      return i18n._("Maintenance");
    case "market":
      return i18n._("Market");
  }
}

/** The categories that have news, and the chosen one. */
export function NewsCategories({ chosen }: { chosen: NewsCategory | null }) {
  const { data: counts = [] } = useQuery(newsCategoriesQuery);
  const filled = counts.filter(({ key, count }) => count > 0 || key === chosen);
  return (
    <CategoryLinks
      everything={i18n._("All news")}
      chosen={chosen}
      categories={filled.map(({ key }) => ({ key, name: newsCategoryName(key) }))}
    />
  );
}
