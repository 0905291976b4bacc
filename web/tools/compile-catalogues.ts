import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin, Rolldown } from "vite";
import { messageKey } from "../src/lib/message-key.ts";
import { SYNTAX } from "./compile-messages.ts";
import { allTexts, personalTexts } from "./message-parts.ts";

const CATALOGUE = /\/locales\/([\w-]+)\/(web|console)\.po(?:\?(personal))?$/;
/** src/app/catalogues.ts. */
const LOADER_CHUNK = "catalogues";
const MAX_SEED = 100_000;
const PO = formatter({ explicitIdAsDefault: true });

/**
 * Compiles the catalogues of the other languages, each part to a file that is loaded when it is needed.
 * The names of these files are written down for the server, which preloads them, and for the size check.
 */
export function compileCatalogues(): Plugin {
  return {
    name: "clearwater-compile-catalogues",
    load: {
      filter: { id: CATALOGUE },
      handler(id) {
        const [, , name, part] = CATALOGUE.exec(id) ?? [];
        const path = id.replace(/\?.*/, "");
        this.addWatchFile(path);
        const catalogue = readCatalogue(path);
        if (name === "console") return `export default ${JSON.stringify(compileCatalogue(catalogue))}`;
        const personal = personalTexts();
        const chosen = [...catalogue].filter(([text]) => personal.has(text) === (part === "personal"));
        return `export default ${JSON.stringify(compileCatalogue(new Map(chosen)))}`;
      },
    },
    generateBundle(_options, bundle) {
      // The prerendering build has them in its only file.
      if (this.environment.config.consumer !== "client") return;
      const source = JSON.stringify(languageFiles(bundle));
      this.emitFile({ type: "asset", fileName: "language-files.json", source });
    },
  };
}

/** The translations by their English texts. */
export function readCatalogue(path: string): Map<string, string> {
  const messages = PO.parse(readFileSync(path, "utf8"), { locale: null, sourceLocale: "en", filename: path });
  const entries = Object.entries(messages as Record<string, { translation?: string }>);
  return new Map(entries.flatMap(([text, { translation }]) => (translation ? [[text, translation]] : [])));
}

/** Short keys for the texts, in one line, and their translations; what stays as in English is left out. */
export function compileCatalogue(catalogue: ReadonlyMap<string, string>) {
  const changed = [...catalogue].filter(([text, translation]) => text !== translation);
  const others = [...allTexts()].filter((text) => !changed.some(([changedText]) => changedText === text));
  const texts = changed.map(([text]) => text);
  const seed = findSeed(texts, others);
  return {
    seed,
    keys: texts.map((text) => messageKey(text, seed)).join(""),
    messages: changed.map(([, translation]) =>
      SYNTAX.test(translation) ? compileMessage(translation) : translation,
    ),
  };
}

/** One by which no two texts have the same key, and by which no other text has a key of these. */
function findSeed(texts: readonly string[], others: readonly string[]): number {
  for (let seed = 1; seed < MAX_SEED; seed++) {
    const keys = new Set(texts.map((text) => messageKey(text, seed)));
    if (keys.size === texts.length && !others.some((text) => keys.has(messageKey(text, seed)))) return seed;
  }
  throw new Error("No seed gives every text a key: use longer keys.");
}

/** By language and part: the file that loads catalogues, and the catalogue. */
function languageFiles(bundle: Rolldown.OutputBundle): Record<string, Record<string, string[]>> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const loader = chunks.find(({ name }) => name === LOADER_CHUNK)?.fileName ?? expectLoader();
  const files: Record<string, Record<string, string[]>> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const [, language, name, part] = CATALOGUE.exec(facadeModuleId ?? "") ?? [];
    if (language && name) files[language] = { ...files[language], [part ?? name]: [loader, fileName] };
  }
  return files;
}

function expectLoader(): never {
  throw new Error(`This build has no chunk "${LOADER_CHUNK}": what loads the catalogues now?`);
}
