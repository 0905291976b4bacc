import { expect, test } from "vitest";
import { relativeTime } from "./relative-time";

const NOW = 1_800_000_000;

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [7_200, "2 hours ago"],
  [86_400, "yesterday"],
  [5 * 86_400, "5 days ago"],
  // The clock of this device may be behind the server's.
  [-30, "now"],
])("%i seconds ago is %s", (ago, text) => {
  expect(relativeTime(NOW - ago, NOW, "en")).toBe(text);
});

test("a language has its own words", () => {
  expect(relativeTime(NOW - 86_400, NOW, "es")).toBe("ayer");
});
