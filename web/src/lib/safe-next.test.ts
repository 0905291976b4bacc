import { expect, test } from "vitest";
import { safeNext } from "./safe-next";

test.each(["/", "/personal/assets", "/trading/BTC-USDT?tab=orders#open"])("%s stays here", (path) => {
  expect(safeNext(path)).toBe(path);
});

test.each([
  "",
  "personal",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/login?next=//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  " /personal",
])("%j is refused", (path) => {
  expect(safeNext(path)).toBeNull();
});

test.each([undefined, null, 7, ["/personal"]])("%j is not a path", (value) => {
  expect(safeNext(value)).toBeNull();
});
