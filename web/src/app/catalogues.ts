import { i18n, type Messages } from "@lingui/core";
import { messageKey } from "@/lib/message-key";
import { splitMessage } from "@/lib/split-message";
import type { SiteConfig } from "@/session/site";

type Message = Messages[string];
type Catalogue = { seed: number; keys: string; messages: Message[] };
type Catalogues = Record<string, () => Promise<Catalogue>>;
type CataloguePart = "web" | "personal" | "console";

const KEY_LENGTH = 4;
/** Where a part is needed beside `web`. */
const PLACES: readonly [RegExp, CataloguePart][] = [
  [/^\/?personal/, "personal"],
  [/^\/?(operator|components-example|_icons)/, "console"],
];

// The names have to be literals here: the build replaces these calls.
const PARTS: Record<CataloguePart, Catalogues> = {
  web: import.meta.glob<Catalogue>(["../../../locales/*/web.po", "!../../../locales/en/*"], {
    import: "default",
  }),
  personal: import.meta.glob<Catalogue>(["../../../locales/*/web.po", "!../../../locales/en/*"], {
    import: "default",
    query: "?personal",
  }),
  console: import.meta.glob<Catalogue>(["../../../locales/*/console.po", "!../../../locales/en/*"], {
    import: "default",
  }),
};

type Part = { seed: number; messages: Map<string, Message> };

const parts: Part[] = [];
const loaded = new Map<CataloguePart, Promise<void>>();

/** Switches to the language of the document once its texts are there. */
export async function activateLanguage({ language, languages }: SiteConfig): Promise<void> {
  await loadPart("web", language);
  i18n.loadAndActivate({ locale: language, messages: messagesOf(parts) });
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages.find(({ tag }) => tag === language)?.direction ?? "ltr";
}

/** Loads the texts of a page by its path, or of a layout by its name. */
export async function loadTextsOf(place: string | null): Promise<void> {
  const part = PLACES.find(([places]) => places.test(place ?? ""))?.[1];
  if (part) await loadPart(part, i18n.locale);
}

/** Loads a part of a language's texts, once. */
function loadPart(part: CataloguePart, language: string): Promise<void> {
  let loading = loaded.get(part);
  if (!loading) {
    loading = load(part, language).catch((error: unknown) => {
      loaded.delete(part);
      throw error;
    });
    loaded.set(part, loading);
  }
  return loading;
}

async function load(part: CataloguePart, language: string): Promise<void> {
  const name = part === "console" ? "console" : "web";
  const catalogue = await PARTS[part][`../../../locales/${language}/${name}.po`]?.();
  if (!catalogue) throw new Error(`No texts in ${language}`);
  parts.push(partOf(catalogue));
}

export function partOf({ seed, keys, messages }: Catalogue): Part {
  const keyAt = (index: number) => keys.slice(index * KEY_LENGTH, (index + 1) * KEY_LENGTH);
  return { seed, messages: new Map(messages.map((message, index) => [keyAt(index), message])) };
}

/** The messages by their English texts, as lingui looks for them; each is searched for once. */
export function messagesOf(available: readonly Part[]): Messages {
  const found = new Map<string, Message>();
  const find = (text: string) => {
    for (const { seed, messages } of available) {
      const message = messages.get(messageKey(text, seed));
      if (message !== undefined) return typeof message === "string" ? splitMessage(message) : message;
    }
    return undefined;
  };
  return new Proxy<Messages>(
    {},
    {
      get(_messages, text) {
        if (typeof text !== "string") return undefined;
        const known = found.get(text) ?? find(text);
        if (known !== undefined) found.set(text, known);
        return known;
      },
    },
  );
}
