import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { toast } from "@/design/toast";
import { anArticle } from "@/testing/content";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPair, aTicker, serveMarkets } from "@/testing/markets";
import { renderApp } from "@/testing/render-app";
import { NewsArticlePage } from "./article";

const PAGES: Parameters<typeof renderApp>[0] = [
  { path: "/news/$id", layout: null, title: () => "News article", page: async () => NewsArticlePage },
];

beforeEach(() => {
  queries.clear();
  serveMarkets([aPair("ETH-USDT", { ticker: { last: "2500" } })]);
});

test("an article shows its text, live prices and its neighbours", async () => {
  const next = { id: "news-9", slug: "fees", title: "Lower fees" };
  const article = anArticle({
    title: "ETH is listed",
    body_html: "<h2>Trading</h2><p>It starts <strong>today</strong>.</p>",
    coins: ["ETH", "UNKNOWN"],
    next,
  });
  const asked = serve("get", "/v1/news/{id}", ({ params }) =>
    params.id === "fees" ? anArticle({ ...next, previous: article }) : article,
  );
  const { user } = renderApp(PAGES, { at: "/news/eth-is-listed" });

  expect(await screen.findByRole("heading", { level: 1, name: "ETH is listed" })).toBeVisible();
  expect(new URL(asked[0]?.url ?? "").pathname).toBe("/api/v1/news/eth-is-listed");
  expect(screen.getByRole("heading", { level: 2, name: "Trading" })).toBeVisible();
  expect(document.title).toBe("ETH is listed | Clearwater");
  const coin = await screen.findByRole("link", { name: /ETH\/USDT/ });
  expect(coin).toHaveAttribute("href", "/trading/ETH-USDT");
  expect(coin).toHaveTextContent("2,500.00");

  await waitFor(() => expect(liveServer.channels()).toContain("ticker:ETH-USDT"));
  liveServer.push({ channel: "ticker:ETH-USDT", type: "ticker", ...aTicker("ETH-USDT", { last: "2501" }) });
  await waitFor(() => expect(coin).toHaveTextContent("2,501.00"));

  await user.click(screen.getByRole("link", { name: /Lower fees/ }));
  expect(await screen.findByRole("heading", { level: 1, name: "Lower fees" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Lower fees | Clearwater"));
  expect(screen.getByRole("link", { name: "Previous ETH is listed" })).toBeVisible();
});

test("without a share sheet the link is copied", async () => {
  serve("get", "/v1/news/{id}", anArticle());
  const said = vi.spyOn(toast, "add");
  const { user } = renderApp(PAGES, { at: "/news/article" });

  await user.click(await screen.findByRole("button", { name: "Share" }));
  await waitFor(() => expect(said).toHaveBeenCalledWith(expect.objectContaining({ summary: "Link copied" })));
  expect(await navigator.clipboard.readText()).toBe(location.href);
});

test.each([404, 422])("an unknown article (%s) is an unknown page", async (status) => {
  serveProblem("get", "/v1/news/{id}", { status, code: "NOT_FOUND" });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  renderApp(PAGES, { at: "/news/nothing" });

  expect(await screen.findByRole("heading", { level: 1, name: "404 Error" })).toBeVisible();
  expect(screen.getByText("This article doesn’t exist, or it was removed.")).toBeVisible();
});
