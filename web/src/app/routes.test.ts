import { expect, test } from "vitest";
import { OPERATOR_PATHS } from "@/lib/operator-paths";
import { titleOf } from "@/lib/page-heads";
import { PAGE_PATHS } from "@/lib/page-paths";
import { LAYOUTS } from "./layouts";
import { OPERATOR_PAGES } from "./operator-routes";
import { PAGES } from "./routes";

const EVERY_PAGE = [...PAGES, ...OPERATOR_PAGES];

test("the route table and the list the server gets name the same pages", () => {
  expect(EVERY_PAGE.map((page) => page.path).toSorted()).toEqual(
    [...PAGE_PATHS, ...OPERATOR_PATHS].toSorted(),
  );
});

test.each(EVERY_PAGE.map((page) => [page.path, page] as const))(
  "%s has a page to show",
  async (_path, { page }) => {
    expect(await page()).toBeInstanceOf(Function);
  },
);

test.each(Object.entries(LAYOUTS))("the %s layout is there", async (_name, load) => {
  expect(await load()).toBeInstanceOf(Function);
});

test("every page has its own title, and home has the site's alone", () => {
  const titles = new Map(EVERY_PAGE.map((page) => [page.path, (page.title ?? titleOf(page.path))()]));

  expect(titles.get("/")).toBeNull();
  expect(titles.get("/privacy")).toBe("Privacy policy");
  expect(new Set(titles.values()).size).toBe(EVERY_PAGE.length);
});

test("a title in the route table is the one that the server writes", () => {
  const own = PAGES.filter(({ title }) => title !== undefined);

  expect(own.map(({ path }) => path)).toEqual(["/", "/trading", "/trading/$pair"]);
  expect(own.map(({ title }) => title?.())).toEqual(own.map(({ path }) => titleOf(path)()));
});
