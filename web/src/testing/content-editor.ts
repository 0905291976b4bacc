import type { components } from "@/api/generated/schema";
import { serve } from "./fake-server";

type Entry = components["schemas"]["ContentForStaff"];

const SITE = { id: "s1", sitename: "Reef", hosts: ["localhost"], languages: ["en", "es"] };

/** A news entry as editors see it; its draft is the newest version. */
export function anEntry(parts: Partial<Entry> = {}, draft: Partial<Entry["draft"]> = {}): Entry {
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
      asks_acceptance: false,
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

/** The calls of the content editor, but for those that change something. */
export function serveEditor(entry = anEntry(), permissions = ["content"]) {
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
