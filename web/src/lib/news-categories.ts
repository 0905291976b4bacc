import { i18n } from "@lingui/core";

export const NEWS_CATEGORIES = ["announcement", "listing", "product", "maintenance", "market"] as const;

type NewsCategory = (typeof NEWS_CATEGORIES)[number];

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
