import { i18n } from "@lingui/core";
import { type Change, diffLines, diffWordsWithSpace } from "diff";
import { changedLines, type Difference } from "@/lib/changed-lines";
import { categoryName, EMPTY_TEXT, type EntryDraft, fieldsOf, languageName } from "./model";

/** A part of a line; in a line that was rewritten, only the words that differ are changed. */
type Piece = { text: string; isChanged: boolean };

export type DiffLine =
  | { kind: "same" | "added" | "removed"; pieces: readonly Piece[] }
  | { kind: "gap"; count: number };

const CONTEXT_LINES = 2;
// With more, few words are left in common, and finding them takes long.
const MAX_WORD_EDITS = 400;

/** What changed between two drafts beside the bodies. */
export function compareFields(before: EntryDraft, after: EntryDraft): Difference[] {
  const languages = languagesOf(before, after);
  return changedLines(fieldLines(before, languages), fieldLines(after, languages));
}

/** The bodies that differ, line by line. */
export function compareBodies(before: EntryDraft, after: EntryDraft) {
  return languagesOf(before, after).flatMap((language) => {
    const [old, current] = [before, after].map((draft) => draft.texts[language]?.body_markdown.trim() ?? "");
    return old === current ? [] : [{ language, lines: compareText(old ?? "", current ?? "") }];
  });
}

const languagesOf = (before: EntryDraft, after: EntryDraft) => [
  ...new Set([...Object.keys(before.texts), ...Object.keys(after.texts)]),
];

function fieldLines(draft: EntryDraft, languages: readonly string[]) {
  return [
    { what: i18n._("Slug"), value: draft.slug.trim() },
    { what: i18n._("Category"), value: categoryName(draft.category) },
    { what: i18n._("Coins"), value: fieldsOf(draft).coins?.join(" ") ?? "" },
    { what: i18n._("Pinned"), value: draft.pinned ? i18n._("Yes") : i18n._("No") },
    { what: i18n._("Sort order"), value: draft.position },
    { what: i18n._("Cover"), value: draft.cover ?? "" },
    ...languages.flatMap((tag) => {
      const { title, summary } = draft.texts[tag] ?? EMPTY_TEXT;
      const language = languageName(tag);
      return [
        { what: i18n._("Title ({language})", { language }), value: title.trim() },
        { what: i18n._("Summary ({language})", { language }), value: summary.trim() },
      ];
    }),
  ];
}

/** The lines of both texts in order; of unchanged ones, those next to a change. */
export function compareText(before: string, after: string): DiffLine[] {
  const parts = diffLines(ended(before), ended(after));
  const lines = parts.flatMap((part, index): DiffLine[] => {
    const following = parts[index + 1];
    if (part.removed && following?.added) return rewritten(part, following);
    if (part.added && parts[index - 1]?.removed) return [];
    return wholeLines(part, part.added ? "added" : part.removed ? "removed" : "same");
  });
  return withGaps(lines);
}

const ended = (text: string) => (text === "" ? "" : `${text}\n`);

/** Lines in place of others: the old ones, then the new ones, each with the words that differ. */
function rewritten(old: Change, current: Change): DiffLine[] {
  const words = diffWordsWithSpace(old.value, current.value, { maxEditLength: MAX_WORD_EDITS });
  if (!words) return [...wholeLines(old, "removed"), ...wholeLines(current, "added")];
  const side = (other: "added" | "removed", own: "added" | "removed") =>
    linesOf(
      words.filter((word) => !word[other]).map((word) => ({ text: word.value, isChanged: word[own] })),
      own,
    );
  return [...side("added", "removed"), ...side("removed", "added")];
}

const wholeLines = (part: Change, kind: "same" | "added" | "removed") =>
  linesOf([{ text: part.value, isChanged: false }], kind);

function linesOf(pieces: readonly Piece[], kind: "same" | "added" | "removed"): DiffLine[] {
  const lines: Piece[][] = [[]];
  for (const { text, isChanged } of pieces) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, isChanged });
    }
  }
  // Each part ends with a line break, after which nothing comes.
  return lines.slice(0, -1).map((line) => ({ kind, pieces: line }));
}

function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== "same");
  return lines.reduce<DiffLine[]>((shown, line, index) => {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(line);
    else if (last?.kind === "gap") last.count += 1;
    else shown.push({ kind: "gap", count: 1 });
    return shown;
  }, []);
}
