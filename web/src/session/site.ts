import type { components } from "@/api/generated/schema";
import { hidePages } from "@/lib/page-paths";

export type SiteConfig = components["schemas"]["SiteConfig"];

let current: SiteConfig | null = null;

/** The site's configuration, loaded before anything renders and constant for the document. */
export function site(): SiteConfig {
  if (!current) throw new Error("The site configuration is read before it has been loaded");
  return current;
}

export function setSite(config: SiteConfig): void {
  current = config;
  // A server of the version before knows no features.
  hidePages(config.features ?? {});
}

/** The document title: the site's name at home, `Page | sitename` elsewhere. */
export function documentTitle(page: string | null): string {
  return page ? `${page} | ${site().sitename}` : site().sitename;
}
