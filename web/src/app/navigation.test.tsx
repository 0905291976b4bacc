import { QueryClientContext } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useContext } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { saveConsent } from "@/features/consent/model";
import { clearInOtherTab } from "@/testing/browser-storage";
import { aPage, renderApp } from "@/testing/render-app";
import { documentNavigation } from "./document-navigation";
import { loadLayout } from "./layouts";

// Loaded before, because that takes longer than the timeout of a page.
beforeAll(() => Promise.all(([null, "default", "landing", "privacy"] as const).map(loadLayout)));
beforeEach(() => saveConsent("rejected"));
const findPage = (path: string) => screen.findByRole("heading", { name: `Page ${path}` });

test("a page stands in its layout", async () => {
  renderApp([aPage("/", [], { layout: "privacy" })]);

  expect(await findPage("/")).toBeVisible();
  expect(screen.getByRole("banner")).toBeVisible();
});

function QueryReader() {
  return <h1>{useContext(QueryClientContext) ? "has the cache" : "has no cache"}</h1>;
}

test.each([
  ["default", "has the cache"],
  [null, "has the cache"],
  ["landing", "has no cache"],
] as const)("a page in layout %s %s of server answers", async (layout, heading) => {
  renderApp([aPage("/", [], { layout, page: async () => QueryReader })]);

  expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
});

test("the title is the site's name at home and carries the page's elsewhere", async () => {
  const { user } = renderApp([aPage("/", ["/earn"], { title: () => null }), aPage("/earn")]);
  await findPage("/");
  expect(document.title).toBe("Clearwater");

  await user.click(screen.getByRole("link", { name: "To /earn" }));

  await findPage("/earn");
  expect(document.title).toBe("Title of /earn | Clearwater");
});

test("the rules are asked before every navigation, also when only the search changes", async () => {
  const { lookUpRule, router, user } = renderApp([aPage("/", ["/earn"]), aPage("/earn")]);
  await findPage("/");
  await user.click(screen.getByRole("link", { name: "To /earn" }));
  await findPage("/earn");

  await router.navigate({ to: "/earn", search: { coin: "BTC" } });

  expect(lookUpRule.mock.calls).toEqual([["/"], ["/earn"], ["/earn"]]);
});

test("a place of the page shown does not wait for the rules", async () => {
  const { lookUpRule, router, location } = renderApp([aPage("/earn")], { at: "/earn?coin=BTC" });
  await findPage("/earn");
  lookUpRule.mockImplementation((_, options) =>
    options?.atOnce ? Promise.resolve(null) : new Promise(() => undefined),
  );

  await router.navigate({ to: "/earn", search: { coin: "BTC" }, hash: "rates" });
  expect(location()).toBe("/earn?coin=BTC#rates");

  await router.navigate({ to: "/earn", search: { coin: "BTC" } });
  expect(location()).toBe("/earn?coin=BTC");
  expect(lookUpRule.mock.calls).toEqual([
    ["/earn"],
    ["/earn", { atOnce: true }],
    ["/earn", { atOnce: true }],
  ]);
});

test("a path in other letters is no page, as for the server", async () => {
  renderApp([aPage("/earn")], { at: "/EARN" });

  expect(await screen.findByRole("heading", { name: "404 Error" })).toBeVisible();
  expect(screen.getByText("Page not found: /EARN")).toBeVisible();
});

test("pointing at a link fetches its page, asks no rule and goes nowhere", async () => {
  const earn = aPage("/earn");
  const { location, lookUpRule, user } = renderApp([aPage("/", ["/earn"]), earn]);
  await findPage("/");

  await user.hover(screen.getByRole("link", { name: "To /earn" }));

  await waitFor(() => expect(earn.page).toHaveBeenCalledOnce());
  expect(lookUpRule.mock.calls).toEqual([["/"]]);
  expect(location()).toBe("/");
});

test("an internal redirect is followed inside the app, also from a path without a page", async () => {
  const rules = { "/promo": { redirect: "/earn?from=promo" } };
  const { location } = renderApp([aPage("/"), aPage("/earn")], { at: "/promo", rules });

  expect(await findPage("/earn")).toBeVisible();
  expect(location()).toBe("/earn?from=promo");
});

test.each([
  ["/personal", "/personal/dashboard"],
  ["/markets/", "/markets/overview"],
])("a link to %s leads on to the area's first page, as a document does", async (area, first) => {
  const { user, location } = renderApp([aPage("/", [area]), aPage(first)]);
  await findPage("/");

  await user.click(screen.getByRole("link", { name: `To ${area}` }));

  expect(await findPage(first)).toBeVisible();
  expect(location()).toBe(first);
});

test("a rule for an area goes before its first page", async () => {
  const rules = { "/markets": { redirect: "/earn" } };
  renderApp([aPage("/markets/overview"), aPage("/earn")], { at: "/markets", rules });

  expect(await findPage("/earn")).toBeVisible();
});

test("an external redirect loads the other document in place of the address that redirects", async () => {
  const replace = vi.spyOn(documentNavigation, "replace").mockImplementation(() => undefined);
  const rules = { "/partner": { redirect: "https://partner.example/x" } };
  const { user } = renderApp([aPage("/", ["/partner"]), aPage("/partner")], { rules });
  await findPage("/");

  await user.click(screen.getByRole("link", { name: "To /partner" }));

  await waitFor(() => expect(replace.mock.calls).toEqual([["https://partner.example/x"]]));
  expect(screen.getByRole("heading", { name: "Page /" })).toBeVisible();
});

test("a redirect to a script is not followed", async () => {
  const replace = vi.spyOn(documentNavigation, "replace").mockImplementation(() => undefined);
  renderApp([aPage("/earn")], { at: "/earn", rules: { "/earn": { redirect: "javascript:alert(1)" } } });

  expect(await findPage("/earn")).toBeVisible();
  expect(replace).not.toHaveBeenCalled();
});

test("redirects in a circle stop after five, on the page reached", async () => {
  const rules = { "/a": { redirect: "/b" }, "/b": { redirect: "/a" } };
  const { lookUpRule } = renderApp([aPage("/a"), aPage("/b")], { at: "/a", rules });

  expect(await findPage("/b")).toBeVisible();
  expect(lookUpRule.mock.calls.map(([path]) => path)).toEqual(["/a", "/b", "/a", "/b", "/a", "/b"]);
});

test.each(["/", window.location.href])("a page that redirects to itself (%s) is shown", async (redirect) => {
  const replace = vi.spyOn(documentNavigation, "replace").mockImplementation(() => undefined);
  renderApp([aPage("/")], { rules: { "/": { redirect } } });

  expect(await findPage("/")).toBeVisible();
  expect(replace).not.toHaveBeenCalled();
});

test("after a deployment the next navigation loads the whole document", async () => {
  const reload = vi.spyOn(documentNavigation, "reload").mockImplementation(() => undefined);
  const hasNewBuild = vi.fn(() => false);
  const { router, user } = renderApp([aPage("/", ["/earn"]), aPage("/earn")], { hasNewBuild });
  await findPage("/");

  hasNewBuild.mockReturnValue(true);
  await user.click(screen.getByRole("link", { name: "To /earn" }));

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(router.history.location.href).toBe("/earn");
  expect(screen.getByRole("heading", { name: "Page /" })).toBeVisible();
});

test("a new page takes the focus and is announced; a new search is neither", async () => {
  const { router, user } = renderApp([aPage("/", ["/earn"]), aPage("/earn")]);
  await findPage("/");
  expect(document.body).toHaveFocus();

  await user.click(screen.getByRole("link", { name: "To /earn" }));
  expect(await findPage("/earn")).toHaveFocus();
  expect(screen.getByText("Title of /earn | Clearwater")).toHaveAttribute("aria-live", "polite");

  screen.getByRole("heading").blur();
  await router.navigate({ to: "/earn", search: { coin: "BTC" } });
  expect(document.body).toHaveFocus();
});

test("the cookie banner waits for the first page", async () => {
  clearInOtherTab();
  renderApp([aPage("/")]);
  expect(screen.queryByRole("region", { name: "Cookie choice" })).toBeNull();

  await findPage("/");

  expect(await screen.findByRole("region", { name: "Cookie choice" })).toBeVisible();
});

test("a navigation that takes its time shows that it goes on", async () => {
  const { user, lookUpRule } = renderApp([aPage("/", ["/earn"]), aPage("/earn")]);
  await findPage("/");
  let answer = () => {};
  lookUpRule.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(null))));
  const page = screen.getByRole("main").closest("#page");

  await user.click(screen.getByRole("link", { name: "To /earn" }));
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(await screen.findByRole("progressbar", { name: "Loading the page" })).toBeInTheDocument();
  expect(page).toHaveAttribute("aria-busy", "true");

  answer();
  await findPage("/earn");
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(page).toHaveAttribute("aria-busy", "false");
});
