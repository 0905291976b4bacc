import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorNewsPage } from "./content";
import { OperatorNewsEntryPage } from "./content-entry";

type Entry = components["schemas"]["ContentForStaff"];

const PAGES = [
  { path: "/operator/news", page: async () => OperatorNewsPage },
  { path: "/operator/news/$entry", page: async () => OperatorNewsEntryPage },
].map((route) => ({ ...route, layout: null, title: () => "News" }));

const SITE = { id: "s1", sitename: "Reef", hosts: ["localhost"], languages: ["en", "es"] };

function anEntry(parts: Partial<Entry> = {}, draft: Partial<Entry["draft"]> = {}): Entry {
  return {
    id: "e1",
    site_id: "s1",
    kind: "news",
    title: "Bitcoin is listed",
    slug: "bitcoin-is-listed",
    category: "listing",
    status: "draft",
    has_changes: false,
    latest_version: 2,
    live_version: null,
    published_at: null,
    scheduled_version: null,
    scheduled_at: null,
    helpful: 0,
    unhelpful: 0,
    updated_at: 1_700_000_000,
    draft: {
      number: 2,
      title: "Bitcoin is listed",
      author: "edda",
      restored_from: null,
      created_at: 1_700_000_000,
      slug: "bitcoin-is-listed",
      category: "listing",
      coins: ["BTC"],
      pinned: false,
      position: 0,
      cover: null,
      texts: { en: { title: "Bitcoin is listed", summary: "", body_markdown: "First line\nSecond line" } },
      ...draft,
    },
    ...parts,
  };
}

const VERSIONS = [2, 1].map((number) => ({
  number,
  title: "Bitcoin is listed",
  author: "edda",
  restored_from: null,
  created_at: 1_700_000_000,
}));

function serveDesk(entry = anEntry(), permissions = ["content"]) {
  serve("get", "/operator/me", { login: "edda", role: "editor", permissions });
  serve("get", "/operator/content/{entry_id}", entry);
  // After the entry, whose path it would match, too.
  serve("get", "/operator/content/sites", { items: [SITE], next_cursor: null });
  serve("get", "/operator/content/{entry_id}/versions", { items: VERSIONS, next_cursor: null });
  const previewed = serve("post", "/operator/content/preview", async ({ request }) => {
    const { body_markdown } = (await request.json()) as { body_markdown: string };
    return { html: `<p>Shown: ${body_markdown}</p>` };
  });
  const listed = serve("get", "/operator/content", { items: [entry], next_cursor: null });
  return { listed, previewed };
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  queries.clear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("entries are listed with their status, and found by words", async () => {
  const { listed } = serveDesk(anEntry({ status: "published", live_version: 1, has_changes: true }));
  const { user } = renderApp(PAGES, { at: "/operator/news" });

  const row = await screen.findByRole("link", { name: /Bitcoin is listed/ });
  expect(row).toHaveAttribute("href", "/operator/news/e1");
  expect(screen.getByText("Unpublished changes")).toBeVisible();
  await user.type(screen.getByLabelText("Search"), "bit");

  await expect.poll(() => new URL(listed.at(-1)?.url ?? "http://x").search).toBe("?kind=news&limit=50&q=bit");
});

test("a text is previewed while it is typed, saved with what was seen, and published", async () => {
  serveDesk();
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
    texts: { en: { title: "Bitcoin is listed", summary: "", body_markdown: "**New**" } },
    expected_version: 2,
  });
  expect(await published[0]?.json()).toEqual({ expected_version: 3 });
});

test("when someone else saved meanwhile both texts are shown, and the own one becomes a new version", async () => {
  serveDesk();
  const theirs = anEntry(
    { latest_version: 3 },
    { number: 3, author: "ann", texts: { en: { title: "By Ann", summary: "", body_markdown: "Hers" } } },
  );
  const answers = [problemResponse({ status: 409, code: "STATE_CONFLICT" })];
  const saved = serve(
    "put",
    "/operator/content/{entry_id}/draft",
    () => answers.shift() ?? anEntry({ latest_version: 4 }),
  );
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  const title = await screen.findByLabelText("Title");
  await user.clear(title);
  await user.type(title, "By me");
  serve("get", "/operator/content/{entry_id}", theirs);
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  const conflict = within(await screen.findByRole("region", { name: "Conflict" }));
  expect(await conflict.findByText("By Ann")).toBeVisible();
  expect(conflict.getByText("By me")).toBeVisible();
  expect(title).toHaveValue("By me");
  await user.click(conflict.getByRole("button", { name: "Save yours as a new version" }));

  await expect.poll(() => saved.length).toBe(2);
  expect(await saved[1]?.json()).toMatchObject({
    expected_version: 3,
    texts: { en: { title: "By me" } },
  });
  await expect.poll(() => screen.queryByRole("region", { name: "Conflict" })).toBeNull();
});

test("an old version is compared line by line and restored", async () => {
  serveDesk();
  serve("get", "/operator/content/{entry_id}/versions/{number}", {
    ...anEntry().draft,
    number: 1,
    texts: { en: { title: "Bitcoin is listed", summary: "", body_markdown: "First line\nOld line" } },
  });
  const restored = serve("post", "/operator/content/{entry_id}/restore", anEntry({ latest_version: 3 }));
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.click(await screen.findByRole("button", { name: "Compare version 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Version 1 and the newest" }));
  expect(await dialog.findByText("Line 2 (en)")).toBeVisible();
  expect(dialog.getByText("Old line")).toBeVisible();
  expect(dialog.queryByText("Line 1 (en)")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Restore version 1" }));

  await expect.poll(() => restored.length).toBe(1);
  expect(await restored[0]?.json()).toEqual({ number: 1, expected_version: 2 });
});

test("a new entry gets its slug from the title, and is not saved without one", async () => {
  serveDesk();
  const created = serve("post", "/operator/content", anEntry({ latest_version: 1 }), 201);
  const { user } = renderApp(PAGES, { at: "/operator/news/new" });

  await user.type(await screen.findByLabelText(/Summary/), "Soon");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText("Enter a title in en.")).toBeVisible();
  await user.type(screen.getByLabelText("Title"), "¡Más monedas!");
  expect(screen.getByLabelText("Slug")).toHaveValue("mas-monedas");
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  await expect.poll(() => created.length).toBe(1);
  expect(await created[0]?.json()).toMatchObject({ kind: "news", site_id: "s1", slug: "mas-monedas" });
});

test("without the permission for content a message is shown and nothing is requested", async () => {
  const { listed } = serveDesk(anEntry(), ["rules"]);
  renderApp(PAGES, { at: "/operator/news" });

  expect(await screen.findByText("Your role doesn’t include this page")).toBeVisible();
  expect(listed).toHaveLength(0);
});
