import { i18n } from "@lingui/core";
import { changedLines, type Difference } from "@/lib/changed-lines";
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
  texts: Record<string, Text>;
};

const EMPTY: Text = { title: "", summary: "", body_markdown: "" };

export const CATEGORIES = {
  news: ["announcement", "listing", "product", "maintenance", "market"],
  faq: ["account", "security", "deposits", "withdrawals", "trading", "products"],
  page: [],
} as const satisfies Record<Kind, readonly NonNullable<EntryFields["category"]>[]>;

export function categoryName(category: string): string {
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

export const emptyDraft = (kind: Kind, languages: readonly string[]): EntryDraft => ({
  slug: "",
  category: CATEGORIES[kind][0] ?? "",
  coins: "",
  pinned: false,
  position: "0",
  cover: null,
  texts: Object.fromEntries(languages.map((language) => [language, EMPTY])),
});

/** The draft of a version, with room for every language of the site. */
export const draftOf = (version: EntryVersion, languages: readonly string[]): EntryDraft => ({
  slug: version.slug,
  category: version.category ?? "",
  coins: version.coins.join(" "),
  pinned: version.pinned,
  position: String(version.position),
  cover: version.cover,
  texts: Object.fromEntries(
    [...new Set([...languages, ...Object.keys(version.texts)])].map((language) => {
      const text = version.texts[language];
      return [language, text ? { ...EMPTY, ...text } : EMPTY];
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
  texts: Object.fromEntries(Object.entries(draft.texts).filter(([, text]) => hasText(text))),
});

const hasText = ({ title, summary, body_markdown }: Text) =>
  [title, summary, body_markdown].some((part) => part.trim());

/** What keeps a draft from being saved; null if nothing does. */
export function findFault(draft: EntryDraft): string | null {
  const texts = Object.entries(fieldsOf(draft).texts);
  const untitled = texts.find(([, text]) => !text.title.trim());
  if (untitled) return i18n._("Enter a title in {language}.", { language: untitled[0] });
  if (texts.length === 0) return i18n._("Enter a title in at least one language.");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug.trim())) {
    return i18n._("Enter a slug of lowercase letters, digits and hyphens, such as bitcoin-is-listed.");
  }
  return null;
}

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

/** What changed between two drafts, field by field and, in a body, line by line. */
export function compareDrafts(before: EntryDraft, after: EntryDraft): Difference[] {
  const languages = [...new Set([...Object.keys(before.texts), ...Object.keys(after.texts)])];
  return changedLines(linesOf(before, after, languages), linesOf(after, before, languages));
}

function linesOf(draft: EntryDraft, other: EntryDraft, languages: readonly string[]) {
  return [
    { what: i18n._("Slug"), value: draft.slug.trim() },
    { what: i18n._("Category"), value: categoryName(draft.category) },
    { what: i18n._("Coins"), value: fieldsOf(draft).coins?.join(" ") ?? "" },
    { what: i18n._("Pinned"), value: draft.pinned ? i18n._("Yes") : i18n._("No") },
    { what: i18n._("Sort order"), value: draft.position },
    { what: i18n._("Cover"), value: draft.cover ?? "" },
    ...languages.flatMap((language) => textLines(language, draft.texts[language], other.texts[language])),
  ];
}

function textLines(language: string, text: Text = EMPTY, other: Text = EMPTY) {
  const own = text.body_markdown.split("\n");
  const count = Math.max(own.length, other.body_markdown.split("\n").length);
  return [
    { what: i18n._("Title ({language})", { language }), value: text.title.trim() },
    { what: i18n._("Summary ({language})", { language }), value: text.summary.trim() },
    ...Array.from({ length: count }, (_, index) => ({
      what: i18n._("Line {number} ({language})", { number: index + 1, language }),
      value: own[index] ?? "",
    })),
  ];
}
