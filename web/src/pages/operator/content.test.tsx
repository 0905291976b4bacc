import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { anEntry, serveEditor } from "@/testing/content-editor";
import { serve } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorNewsPage } from "./content";
import { OperatorNewsEntryPage, OperatorPageEntryPage } from "./content-entry";

const PAGES = [
  { path: "/operator/news", page: async () => OperatorNewsPage },
  { path: "/operator/news/$entry", page: async () => OperatorNewsEntryPage },
  { path: "/operator/pages/$entry", page: async () => OperatorPageEntryPage },
].map((route) => ({ ...route, layout: null, title: () => "News" }));

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  queries.clear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("entries are listed with their status, and found by words", async () => {
  const { listed } = serveEditor(anEntry({ status: "published", live_version: 1, has_changes: true }));
  const { user } = renderApp(PAGES, { at: "/operator/news" });

  const row = await screen.findByRole("link", { name: /Bitcoin is listed/ });
  expect(row).toHaveAttribute("href", "/operator/news/e1");
  expect(screen.getByText("Unpublished changes")).toBeVisible();
  await user.type(screen.getByLabelText("Search"), "bit");

  await expect.poll(() => new URL(listed.at(-1)?.url ?? "http://x").search).toBe("?kind=news&limit=50&q=bit");
});

test("a text is previewed while it is typed, saved with what was seen, and published", async () => {
  serveEditor();
  const saved = serve("put", "/operator/content/{entry_id}/draft", anEntry({ latest_version: 3 }));
  const published = serve(
    "post",
    "/operator/content/{entry_id}/publish",
    anEntry({ latest_version: 3, status: "published", live_version: 3, published_at: 1_700_000_100 }),
  );
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  const body = await screen.findByLabelText("Text");
  expect(screen.getByRole("button", { name: "Save draft" })).toBeDisabled();
  await user.clear(body);
  await user.type(body, "**New**");
  expect(await screen.findByText("Shown: **New**")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Publish now" }));

  await expect.poll(() => published.length).toBe(1);
  expect(await saved[0]?.json()).toEqual({
    slug: "bitcoin-is-listed",
    category: "listing",
    coins: ["BTC"],
    pinned: false,
    position: 0,
    cover: null,
    asks_acceptance: false,
    texts: { en: { title: "Bitcoin is listed", summary: "", body_markdown: "**New**" } },
    expected_version: 2,
  });
  expect(await published[0]?.json()).toEqual({ expected_version: 3 });
});

test("a new entry gets its slug from the title, and is not saved without one", async () => {
  serveEditor();
  const created = serve("post", "/operator/content", anEntry({ latest_version: 1 }), 201);
  const { user } = renderApp(PAGES, { at: "/operator/news/new" });

  await user.type(await screen.findByLabelText(/Summary/), "Soon");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText("Enter a title in English.")).toBeVisible();
  await user.type(screen.getByLabelText("Title"), "¡Más monedas!");
  expect(screen.getByLabelText("Slug")).toHaveValue("mas-monedas");
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  await expect.poll(() => created.length).toBe(1);
  expect(await created[0]?.json()).toMatchObject({ kind: "news", site_id: "s1", slug: "mas-monedas" });
});

test("without the permission for content a message is shown and nothing is requested", async () => {
  const { listed } = serveEditor(anEntry(), ["rules"]);
  renderApp(PAGES, { at: "/operator/news" });

  expect(await screen.findByText("Your role doesn’t include this page")).toBeVisible();
  expect(listed).toHaveLength(0);
});

test("only the terms can ask to be accepted", async () => {
  const page = anEntry({ kind: "page", slug: "terms", category: null }, { slug: "terms", category: null });
  serveEditor(page);
  const saved = serve("put", "/operator/content/{entry_id}/draft", page);
  const { user } = renderApp(PAGES, { at: "/operator/pages/e1" });

  await user.click(await screen.findByRole("switch", { name: "Clients have to accept this version" }));
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.json()).toMatchObject({ slug: "terms", asks_acceptance: true });
});
