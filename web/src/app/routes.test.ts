import { expect, test } from "vitest";
import { PAGE_PATHS } from "@/lib/page-paths";
import { LAYOUTS } from "./layouts";
import { PAGES } from "./routes";

test("the route table and the list the server gets name the same pages", () => {
  expect(PAGES.map((page) => page.path).toSorted()).toEqual([...PAGE_PATHS].toSorted());
});

test.each(PAGES.map((page) => [page.path, page] as const))(
  "%s has a page to show",
  async (_path, { page }) => {
    expect(await page()).toBeInstanceOf(Function);
  },
);

test.each(Object.entries(LAYOUTS))("the %s layout is there", async (_name, load) => {
  expect(await load()).toBeInstanceOf(Function);
});

test("every page has its own title, and home has the site's alone", () => {
  const titles = new Map(PAGES.map((page) => [page.path, page.title()]));

  expect(titles.get("/")).toBeNull();
  expect(titles.get("/privacy")).toBe("Privacy policy");
  expect(new Set(titles.values()).size).toBe(PAGES.length);
});
