import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Messages } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { readCatalogue } from "./compile-catalogues.ts";

const LOCALES = resolve(import.meta.dirname, "../../locales");
/** Its messages are the texts themselves. */
const SOURCE_LANGUAGE = "en";

/** The languages to prerender, with their compiled messages. */
export function prerenderLanguages(): { language: string; messages: Messages }[] {
  return readdirSync(LOCALES).map((language) => ({
    language,
    messages: language === SOURCE_LANGUAGE ? {} : messagesOf(language),
  }));
}

function messagesOf(language: string): Messages {
  const catalogue = [...readCatalogue(resolve(LOCALES, language, "web.po"))];
  return Object.fromEntries(catalogue.map(([text, translation]) => [text, compileMessage(translation)]));
}
