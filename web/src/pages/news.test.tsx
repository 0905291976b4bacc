import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anArticle } from "@/testing/content";
import { serve, serveNothing } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { renderPage } from "@/testing/render-page";
import { NewsPage } from "./news";

const COUNTS = {
  items: [
    { key: "announcement", count: 1 },
    { key: "listing", count: 1 },
    { key: "market", count: 0 },
  ],
};

test("news are listed with pinned ones marked, and filtered by category in the URL", async () => {
  const listing = anArticle({ title: "ETH is listed", slug: "eth-is-listed", category: "listing" });
  const welcome = anArticle({ title: "Welcome", pinned: true, cover: "/files/cover.webp" });
  serve("get", "/v1/news/categories", COUNTS);
  serve("get", "/v1/news", ({ request }) => {
    const category = new URL(request.url).searchParams.get("category");
    const items = [welcome, listing].filter((entry) => category === null || entry.category === category);
    return { items, next_cursor: null };
  });
  const user = renderPage(<NewsPage />, { at: "/news" });

  const link = await screen.findByRole("link", { name: "ETH is listed" });
  expect(link).toHaveAttribute("href", "/news/eth-is-listed");
  const first = screen.getAllByRole("article")[0] as HTMLElement;
  expect(within(first).getByText("Pinned")).toBeVisible();
  expect(within(first).getByText("05.11.2026 07:03")).toBeVisible();
  expect(first.querySelector("img")).toHaveAttribute("src", "/files/cover.webp");
  expect(screen.getByRole("link", { name: "RSS" })).toHaveAttribute("href", "/news.rss");

  const categories = await screen.findByRole("navigation", { name: "Categories" });
  expect(within(categories).queryByRole("link", { name: "Market" })).toBeNull();
  await user.click(await within(categories).findByRole("link", { name: "Listing" }));
  await waitFor(() => expect(screen.queryByText("Welcome")).toBeNull());
  expect(user.location()).toBe("/news?category=listing");
  expect(within(categories).getByRole("link", { name: "Listing" })).toHaveAttribute("aria-current", "page");
  expect(within(categories).getByRole("link", { name: "All news" })).not.toHaveAttribute("aria-current");
});

test("more news are loaded, and published ones appear by themselves", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  let newest = [anArticle({ title: "Newest" })];
  serve("get", "/v1/news/categories", COUNTS);
  serve("get", "/v1/news", ({ request }) =>
    new URL(request.url).searchParams.has("cursor")
      ? { items: [anArticle({ title: "Older" })], next_cursor: null }
      : { items: newest, next_cursor: "older" },
  );
  const user = renderPage(<NewsPage />, { at: "/news" });

  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("Older")).toBeVisible();

  newest = [anArticle({ title: "Just published" }), ...newest];
  await waitFor(() => expect(liveServer.channels()).toContain("site"));
  liveServer.push({ channel: "site", type: "news" });
  expect(await screen.findByText("Just published")).toBeVisible();
});

test("a site without news says so", async () => {
  serve("get", "/v1/news/categories", { items: [] });
  serve("get", "/v1/news", { items: [], next_cursor: null });
  renderPage(<NewsPage />, { at: "/news" });

  expect(await screen.findByText("No news yet")).toBeVisible();
});

test("news that cannot be loaded can be tried again", async () => {
  serve("get", "/v1/news/categories", COUNTS);
  serveNothing("get", "/v1/news");
  const user = renderPage(<NewsPage />, { at: "/news" });

  const retry = await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 });
  serve("get", "/v1/news", { items: [anArticle({ title: "Back again" })], next_cursor: null });
  await user.click(retry);
  expect(await screen.findByText("Back again")).toBeVisible();
});
