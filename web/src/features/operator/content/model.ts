import { i18n } from "@lingui/core";
import { NEWS_CATEGORIES, newsCategoryName } from "@/lib/news-categories";
import type { EntryFields, EntryVersion, Kind, Status } from "./api";

export type Text = { title: string; summary: string; body_markdown: string };

/** An entry as it is typed. A language without a title has no text. */
export type EntryDraft = {
  slug: string;
  category: string;
  /** Symbols, separated by spaces. */
  coins: string;
  pinned: boolean;
  position: string;
  cover: string | null;
  /** Of the terms: clients have to accept this version. */
  asksAcceptance: boolean;
  texts: Record<string, Text>;
};

/** The server's limits of a picture in content. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

export const EMPTY_TEXT: Text = { title: "", summary: "", body_markdown: "" };

export const CATEGORIES = {
  news: NEWS_CATEGORIES,
  faq: ["account", "security", "deposits", "withdrawals", "trading", "products"],
  page: [],
} as const satisfies Record<Kind, readonly NonNullable<EntryFields["category"]>[]>;

export function categoryName(category: string): string {
  const news = NEWS_CATEGORIES.find((known) => known === category);
  if (news) return newsCategoryName(news);
  switch (category) {
    case "account":
      return i18n._("Account");
    case "security":
      return i18n._("Security");
    case "deposits":
      return i18n._("Deposits");
    case "withdrawals":
      return i18n._("Withdrawals");
    case "trading":
      return i18n._("Trading");
    case "products":
      return i18n._("Products");
    default:
      return "";
  }
}

export function statusName(status: Status): string {
  switch (status) {
    case "draft":
      return i18n._("Draft");
    case "scheduled":
      return i18n._("Scheduled");
    case "published":
      return i18n._("Published");
  }
}

/** The name of a language, in the language of the reader. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(i18n.locale, { type: "language" }).of(language) ?? language;
}

export const emptyDraft = (kind: Kind, languages: readonly string[]): EntryDraft => ({
  slug: "",
  category: CATEGORIES[kind][0] ?? "",
  coins: "",
  pinned: false,
  position: "0",
  cover: null,
  asksAcceptance: false,
  texts: Object.fromEntries(languages.map((language) => [language, EMPTY_TEXT])),
});

/** The draft of a version, with room for every language of the site. */
export const draftOf = (version: EntryVersion, languages: readonly string[]): EntryDraft => ({
  slug: version.slug,
  category: version.category ?? "",
  coins: version.coins.join(" "),
  pinned: version.pinned,
  position: String(version.position),
  cover: version.cover,
  asksAcceptance: version.asks_acceptance,
  texts: Object.fromEntries(
    [...new Set([...languages, ...Object.keys(version.texts)])].map((language) => {
      const text = version.texts[language];
      return [language, text ? { ...EMPTY_TEXT, ...text } : EMPTY_TEXT];
    }),
  ),
});

export const fieldsOf = (draft: EntryDraft): EntryFields => ({
  slug: draft.slug.trim(),
  category: (draft.category || null) as NonNullable<EntryFields["category"]> | null,
  coins: draft.coins
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean),
  pinned: draft.pinned,
  position: Number.parseInt(draft.position, 10) || 0,
  cover: draft.cover,
  asks_acceptance: draft.asksAcceptance,
  texts: Object.fromEntries(Object.entries(draft.texts).filter(([, text]) => hasText(text))),
});

const hasText = ({ title, summary, body_markdown }: Text) =>
  [title, summary, body_markdown].some((part) => part.trim());

/** Adds the missing languages of a site; texts in other languages stay. */
export function withLanguages(draft: EntryDraft, languages: readonly string[]): EntryDraft {
  const others = Object.entries(draft.texts).filter(
    ([tag, text]) => !languages.includes(tag) && hasText(text),
  );
  const own = languages.map((tag) => [tag, draft.texts[tag] ?? EMPTY_TEXT] as const);
  return { ...draft, texts: Object.fromEntries([...own, ...others]) };
}

/** Messages by the name of their field, as the server names it: `slug`, `texts.en.title`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The fields that can have a message; the server's messages about others are shown above the form. */
export const fieldNames = (draft: EntryDraft): string[] => [
  ...Object.keys(draft.texts).flatMap((tag) => Object.keys(EMPTY_TEXT).map((part) => `texts.${tag}.${part}`)),
  ...["slug", "category", "position", "coins", "cover"],
];

/** What keeps a draft from being saved. */
export function findFaults(draft: EntryDraft): FieldErrors {
  const texts = fieldsOf(draft).texts;
  const errors: Record<string, string> = {};
  for (const [language, text] of Object.entries(texts)) {
    if (!text.title.trim()) {
      errors[`texts.${language}.title`] = i18n._("Enter a title in {language}.", {
        language: languageName(language),
      });
    }
  }
  if (Object.keys(texts).length === 0) {
    const first = Object.keys(draft.texts)[0] ?? "";
    errors[`texts.${first}.title`] = i18n._("Enter a title in at least one language.");
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug.trim())) {
    errors.slug = i18n._("Enter a slug of lowercase letters, digits and hyphens, such as bitcoin-is-listed.");
  }
  return errors;
}

/** Drops the messages of fields that have changed since. */
export function withoutChanged(errors: FieldErrors, before: EntryDraft, after: EntryDraft): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => fieldValue(before, name) === fieldValue(after, name)),
  );
}

const fieldValue = (draft: EntryDraft, name: string): unknown =>
  name
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], draft);

/** A slug for a title: what a reader sees in the URL. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
}
