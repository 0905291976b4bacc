import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { newsCategoryName } from "@/lib/news-categories";
import { CategoryLinks } from "./category-links";
import { type NewsCategory, newsCategoriesQuery } from "./news-api";

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
