import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { anEntry, serveEditor } from "@/testing/content-editor";
import { invalidFields, problemResponse, serve } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorNewsEntryPage } from "./content-entry";

const PAGES = [
  { path: "/operator/news", page: async () => () => <h1>All news</h1> },
  { path: "/operator/news/$entry", page: async () => OperatorNewsEntryPage },
].map((route) => ({ ...route, layout: null, title: () => "News" }));

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  queries.clear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("when someone else saved meanwhile both texts are shown, and the own one becomes a new version", async () => {
  serveEditor();
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
  expect(await conflict.findByRole("heading", { name: "What ann changed in version 3" })).toBeVisible();
  expect(conflict.getAllByText("By Ann")).toHaveLength(2);
  const [changed] = conflict.getAllByRole("region", { name: "Text (English)" });
  expect(changed).toHaveTextContent(/Added:Hers$/);
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
  serveEditor();
  serve("get", "/operator/content/{entry_id}/versions/{number}", {
    ...anEntry().draft,
    number: 1,
    texts: { en: { title: "Bitcoin is listed", summary: "", body_markdown: "First line\nOld line" } },
  });
  const restored = serve("post", "/operator/content/{entry_id}/restore", anEntry({ latest_version: 3 }));
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.click(await screen.findByRole("button", { name: "Compare version 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Version 1 and the newest" }));
  const text = await dialog.findByRole("region", { name: "Text (English)" });
  expect(text).toHaveTextContent(/First line−Removed:Old line\+Added:Second line$/);
  await user.click(dialog.getByRole("button", { name: "Restore version 1" }));

  await expect.poll(() => restored.length).toBe(1);
  expect(await restored[0]?.json()).toEqual({ number: 1, expected_version: 2 });
});

test("a text that was not saved is left only after a question, and no longer once it was saved", async () => {
  serveEditor();
  serve("put", "/operator/content/{entry_id}/draft", async ({ request }) => {
    const { texts } = (await request.json()) as ReturnType<typeof anEntry>["draft"];
    return anEntry({ latest_version: 3 }, { number: 3, texts });
  });
  const { user, router, location } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.type(await screen.findByLabelText("Title"), " today");
  void router.navigate({ to: "/operator/news" });
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await user.click(dialog.getByRole("button", { name: "Keep editing" }));
  expect(location()).toBe("/operator/news/e1");

  await user.click(screen.getByRole("button", { name: "Save draft" }));
  await expect.poll(() => screen.getByRole("button", { name: "Save draft" })).toBeDisabled();
  expect(screen.getByLabelText("Title")).toHaveValue("Bitcoin is listed today");
  void router.navigate({ to: "/operator/news" });
  expect(await screen.findByRole("heading", { name: "All news" })).toBeVisible();
});

test("what is typed while a draft is saved stays, as a change that is not saved", async () => {
  serveEditor();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const saved = serve("put", "/operator/content/{entry_id}/draft", async () => {
    await isAnswered;
    return anEntry({ latest_version: 3 }, { number: 3 });
  });
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.type(await screen.findByLabelText("Title"), "!");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  await expect.poll(() => saved.length).toBe(1);
  await user.type(screen.getByLabelText("Title"), "?");
  answer();

  await expect.poll(() => screen.getByRole("button", { name: "Save draft" })).toBeEnabled();
  expect(screen.getByLabelText("Title")).toHaveValue("Bitcoin is listed!?");
});

test("the server's problems are shown at their fields, and the first one is focused in its language", async () => {
  serveEditor();
  const message = "Another entry of this site uses this slug.";
  serve("put", "/operator/content/{entry_id}/draft", () =>
    invalidFields(
      { field: "slug", code: "taken", message },
      { field: "texts.es.body_markdown", code: "file", message: "There is no such picture." },
      { field: "texts", code: "other", message: "Something else." },
    ),
  );
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.click(await screen.findByRole("tab", { name: "Spanish" }));
  await user.type(screen.getByLabelText("Title"), "Hola");
  await user.click(screen.getByRole("tab", { name: "English" }));
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  const body = await screen.findByRole("textbox", { name: "Text", description: "There is no such picture." });
  expect(screen.getByRole("tab", { name: "Spanish" })).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => body).toHaveFocus();
  expect(screen.getByLabelText("Slug")).toHaveAccessibleDescription(message);
  expect(screen.getByRole("alert")).toHaveTextContent("Something else.");
  await user.type(screen.getByLabelText("Slug"), "-2");
  expect(screen.queryByText(message)).toBeNull();
  expect(screen.getByText("There is no such picture.")).toBeVisible();
});

test("unpublishing keeps what was typed", async () => {
  serveEditor(anEntry({ status: "published", live_version: 2, published_at: 1_700_000_100 }));
  serve("post", "/operator/content/{entry_id}/unpublish", anEntry());
  const { user } = renderApp(PAGES, { at: "/operator/news/e1" });

  await user.type(await screen.findByLabelText("Title"), "!");
  await user.click(screen.getByRole("button", { name: "Unpublish" }));

  await expect.poll(() => screen.queryByRole("button", { name: "Unpublish" })).toBeNull();
  expect(screen.getByLabelText("Title")).toHaveValue("Bitcoin is listed!");
  expect(screen.getByRole("button", { name: "Save draft" })).toBeEnabled();
});
