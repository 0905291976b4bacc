import { afterEach, expect, test } from "vitest";
import { hidePages, isInMenus, isPageHidden, pageExists } from "./page-paths";

afterEach(() => hidePages({}));

test("a site without a feature has none of its pages", () => {
  hidePages({ earn: false, register: false, convert: true });

  expect((["/earn", "/register"] as const).map(pageExists)).toEqual([false, false]);
  expect((["/exchanger", "/login", "/trading/$pair"] as const).map(pageExists)).toEqual([true, true, true]);
  expect(isPageHidden("/earn")).toBe(true);
});

test("what a client already has in a feature keeps its page, but no place in a menu", () => {
  hidePages({ earn: false, premarket: false });

  expect((["/personal/earn", "/personal/pre-market"] as const).map(pageExists)).toEqual([true, true]);
  expect(["/personal/earn", "/personal/pre-market"].map(isInMenus)).toEqual([false, false]);
  expect(isInMenus("/personal/assets")).toBe(true);
});
