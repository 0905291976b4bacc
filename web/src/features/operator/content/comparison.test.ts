import { expect, test } from "vitest";
import { compareBodies, compareText, type DiffLine } from "./comparison";
import { emptyDraft } from "./model";

const SIGNS = { same: " ", added: "+", removed: "-" };

/** As text: `-old [words]`, with what differs in brackets. */
const shown = (lines: readonly DiffLine[]) =>
  lines.map((line) =>
    line.kind === "gap"
      ? `@${line.count}`
      : SIGNS[line.kind] +
        line.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(""),
  );

test("a line put in at the top is the only change", () => {
  expect(shown(compareText("One\nTwo", "Zero\nOne\nTwo"))).toEqual(["+Zero", " One", " Two"]);
});

test("of a rewritten line the words that differ are marked", () => {
  expect(shown(compareText("Trading starts on Monday.\nBye", "Trading starts on Friday.\nBye"))).toEqual([
    "-Trading starts on [Monday].",
    "+Trading starts on [Friday].",
    " Bye",
  ]);
});

test("a removed last line and an empty line are shown as such", () => {
  expect(shown(compareText("One\n\nTwo\nThree", "One\n\nTwo"))).toEqual(["@1", " ", " Two", "-Three"]);
});

test("unchanged lines far from a change are counted", () => {
  const lines = Array.from({ length: 9 }, (_, index) => `Line ${index}`);
  const changed = lines.with(8, "New");

  expect(shown(compareText(lines.join("\n"), changed.join("\n")))).toEqual([
    "@6",
    " Line 6",
    " Line 7",
    "-[Line 8]",
    "+[New]",
  ]);
});

test("a text in a new language is added as a whole, and equal texts are left out", () => {
  const before = emptyDraft("news", ["en"]);
  const text = { title: "Hola", summary: "", body_markdown: "Uno\nDos" };

  const [body, ...others] = compareBodies(before, { ...before, texts: { ...before.texts, es: text } });

  expect(others).toEqual([]);
  expect(body?.language).toBe("es");
  expect(shown(body?.lines ?? [])).toEqual(["+Uno", "+Dos"]);
});
