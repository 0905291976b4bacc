import { expect, test } from "vitest";
import { splitByHeadings } from "./split-by-headings";

test("a text is split at its main headings", () => {
  const html =
    "<p>Before.</p><h2>One &amp; <em>two</em></h2><p>First.</p><h3>Below</h3><p>Second.</p><h2>Last</h2>";

  expect(splitByHeadings(html)).toEqual([
    { title: null, html: "<p>Before.</p>" },
    { title: "One & two", html: "<p>First.</p><h3>Below</h3><p>Second.</p>" },
    { title: "Last", html: "" },
  ]);
});

test("a text without headings is one part", () => {
  expect(splitByHeadings("<p>All of it.</p>")).toEqual([{ title: null, html: "<p>All of it.</p>" }]);
  expect(splitByHeadings("")).toEqual([]);
});
