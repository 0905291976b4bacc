import { expect, test } from "vitest";
import { MAX_LAYOUTS, parseLayouts, STANDARD_LAYOUT, withPanel, withSaved, withSize } from "./layout-model";

test("sizes stay within what can be used", () => {
  expect(withSize(STANDARD_LAYOUT, "book", 9_000).sizes.book).toBe(560);
  expect(withSize(STANDARD_LAYOUT, "bottom", 1).sizes.bottom).toBe(96);
  expect(withSize(STANDARD_LAYOUT, "form", 301.6).sizes.form).toBe(302);
  expect(withSize(STANDARD_LAYOUT, "tape", null).sizes.tape).toBeNull();
});

test("panels are hidden and shown", () => {
  const hidden = withPanel(STANDARD_LAYOUT, "tape", false);
  expect(hidden.hidden).toEqual(["tape"]);
  expect(withPanel(hidden, "tape", false).hidden).toEqual(["tape"]);
  expect(withPanel(hidden, "tape", true).hidden).toEqual([]);
});

test("a name is kept once, and the oldest give way", () => {
  const named = (name: string) => ({ name, layout: STANDARD_LAYOUT });
  expect(withSaved([named("A"), named("B")], named(" A ")).map(({ name }) => name)).toEqual(["B", "A"]);
  const many = Array.from({ length: MAX_LAYOUTS }, (_, place) => named(String(place)));
  expect(withSaved(many, named("new"))).toHaveLength(MAX_LAYOUTS);
  expect(withSaved(many, named("new")).at(-1)?.name).toBe("new");
});

test.each([
  null,
  [],
  "x",
  { current: 5, saved: [1, {}, { name: "" }] },
  { current: { sizes: { book: "9" } } },
])("what makes no sense (%j) is the standard arrangement", (stored) => {
  expect(parseLayouts(stored)).toEqual({ current: STANDARD_LAYOUT, saved: [] });
});

test("what was stored comes back, as far as it makes sense", () => {
  const stored = [{ name: "Wide", layout: { sizes: { book: 300, form: 1e9 }, hidden: ["tape", "chart"] } }];
  const saved = [
    { name: "Wide", layout: { sizes: { book: 300, form: 560, bottom: null, tape: null }, hidden: ["tape"] } },
  ];
  const current = { sizes: { book: null, form: 300, bottom: null, tape: null }, hidden: [] };
  expect(parseLayouts({ current, saved: stored })).toEqual({ current, saved });
  // As stored by earlier versions.
  expect(parseLayouts(stored)).toEqual({ current: STANDARD_LAYOUT, saved });
});
