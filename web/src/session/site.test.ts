import { beforeEach, expect, test, vi } from "vitest";
import { aSite } from "@/testing/builders";

beforeEach(() => vi.resetModules());

test("nobody reads the site before it has been loaded", async () => {
  const { site } = await import("./site");

  expect(() => site()).toThrow("The site configuration is read before it has been loaded");
});

test("the title is the site's name at home and carries the page's elsewhere", async () => {
  const { documentTitle, setSite, site } = await import("./site");
  setSite(aSite({ sitename: "Lagoon" }));

  expect(site().sitename).toBe("Lagoon");
  expect(documentTitle(null)).toBe("Lagoon");
  expect(documentTitle("Privacy policy")).toBe("Privacy policy | Lagoon");
});
