import { fireEvent, screen } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { anEntry, serveEditor } from "@/testing/content-editor";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorNewsEntryPage } from "./content-entry";

const PAGES = [
  {
    path: "/operator/news/$entry",
    layout: null,
    title: () => "News",
    page: async () => OperatorNewsEntryPage,
  },
];
const COVER = "/api/v1/file/00000000-0000-4000-8000-000000000001";
const NEW_PICTURE = "/api/v1/file/00000000-0000-4000-8000-000000000002";

const aPicture = (name = "reef.png", bytes = 4) =>
  new File([new Uint8Array(bytes)], name, { type: "image/png" });

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  queries.clear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

function openEntry(cover: string | null = null) {
  serveEditor(anEntry({}, { cover }));
  const uploaded = serve("post", "/operator/content/files", { id: "2", url: NEW_PICTURE }, 201);
  const saved = serve("put", "/operator/content/{entry_id}/draft", anEntry({ latest_version: 3 }));
  return { ...renderApp(PAGES, { at: "/operator/news/e1" }), uploaded, saved };
}

async function chooseCover(user: ReturnType<typeof userEvent.setup>, file: File) {
  const cover = await screen.findByRole("group", { name: "Cover" });
  const input = cover.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await user.upload(input, file);
}

test("a cover is replaced by another one, and saved", async () => {
  const { user, saved } = openEntry(COVER);

  expect(await screen.findByRole("img", { name: "Cover" })).toHaveAttribute("src", COVER);
  await chooseCover(user, aPicture());
  await expect.poll(() => screen.getByRole("img", { name: "Cover" })).toHaveAttribute("src", NEW_PICTURE);
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.json()).toMatchObject({ cover: NEW_PICTURE });
});

test("a cover is removed", async () => {
  const { user, saved } = openEntry(COVER);

  await user.click(await screen.findByRole("button", { name: "Remove cover" }));
  expect(screen.queryByRole("img", { name: "Cover" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save draft" }));

  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.json()).toMatchObject({ cover: null });
});

test.each([
  { file: aPicture("huge.png", 10 * 1024 * 1024 + 1), message: /^This file is .*Maximum: 10/ },
  {
    file: new File(["GIF89a"], "reef.gif", { type: "image/gif" }),
    message: "This file type isn’t supported. Use JPG, PNG, or WebP.",
  },
])("a cover that cannot be used is not uploaded: $file.name", async ({ file, message }) => {
  const { uploaded } = openEntry(COVER);

  const cover = await screen.findByRole("group", { name: "Cover" });
  fireEvent.drop(cover, { dataTransfer: { files: [file], types: ["Files"] } });

  expect(await screen.findByText(message)).toBeVisible();
  expect(uploaded).toHaveLength(0);
  expect(screen.getByRole("img", { name: "Cover" })).toHaveAttribute("src", COVER);
});

test("a pasted picture is uploaded and put into the text as a paragraph", async () => {
  openEntry();

  const body = await screen.findByLabelText<HTMLTextAreaElement>("Text");
  body.setSelectionRange("First line".length, "First line".length);
  fireEvent.paste(body, { clipboardData: { files: [aPicture("coral [reef].png")], types: ["Files"] } });

  await expect.poll(() => body).toHaveValue(`First line\n\n![coral  reef](${NEW_PICTURE})\n\nSecond line`);
  expect(screen.getByRole("button", { name: "Save draft" })).toBeEnabled();
});

test("a dropped picture that the server refuses says why, and can be tried again", async () => {
  const { user } = openEntry();
  const answers = [problemResponse({ status: 507, code: "STORAGE_FULL", title: "No room is left." })];
  serve(
    "post",
    "/operator/content/files",
    () => answers.shift() ?? Response.json({ id: "2", url: NEW_PICTURE }, { status: 201 }),
  );

  const body = await screen.findByLabelText("Text");
  fireEvent.drop(body, { dataTransfer: { files: [aPicture()], types: ["Files"] } });
  expect(await screen.findByText("No room is left.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry reef.png" }));

  await expect.poll(() => (body as HTMLTextAreaElement).value).toContain(`![reef](${NEW_PICTURE})`);
  expect(screen.queryByText("No room is left.")).toBeNull();
});

test("text that is pasted with a picture of itself stays text", async () => {
  const { uploaded } = openEntry();

  const body = await screen.findByLabelText("Text");
  const wasHandled = !fireEvent.paste(body, {
    clipboardData: { files: [aPicture()], types: ["text/plain", "Files"] },
  });

  expect(wasHandled).toBe(false);
  expect(uploaded).toHaveLength(0);
});
