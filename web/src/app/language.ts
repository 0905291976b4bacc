import { i18n } from "@lingui/core";
import type { SiteConfig } from "@/session/site";
import { loadChunk } from "./chunk-errors";

/** The texts are in English, which is in the code and needs no catalogue. */
export function activateEnglish(): void {
  i18n.loadAndActivate({ locale: "en", messages: {} });
}

/** Activates the language that the server chose for this document. Without its texts the page is in English. */
export async function startLanguage(config: SiteConfig): Promise<void> {
  activateEnglish();
  if (config.language === i18n.locale) return;
  await import("./catalogues").then((module) => module.activateLanguage(config)).catch(console.error);
}

/** Loads the texts of a page or a layout before it renders. */
export async function loadTexts(place: string | null): Promise<void> {
  if (i18n.locale === "en") return;
  await loadChunk(() => import("./catalogues").then((module) => module.loadTextsOf(place)));
}
