import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { clearSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPremarket, secondsFromNow } from "@/testing/premarket";
import { renderPage } from "@/testing/render-page";
import { PreMarketPage } from "./pre-market";

afterEach(clearSession);

const SOON = aPremarket({
  symbol: "SOON",
  name: "Sooner",
  status: "upcoming",
  opens_at: secondsFromNow(2 * 86_400 + 3_700),
  last_price: null,
  change: null,
  volume: "0",
});

const renderMarkets = (at = "/pre-market") => {
  serve("get", "/v1/premarkets", {
    items: [aPremarket(), SOON],
    protection: [{ coin: "USDT", amount: "122.5" }],
  });
  return renderPage(<PreMarketPage />, { at });
};

const cardOf = async (name: string) =>
  within((await screen.findByRole("link", { name })).closest("article") as HTMLElement);

test("the balance of the protection account is public", async () => {
  renderMarkets();

  const label = await screen.findByText("Protection account");
  expect(label.nextElementSibling).toHaveTextContent("122.5 USDT");
});

test("each pre-market shows its state, price and what happens next", async () => {
  renderMarkets();

  const nova = await cardOf("Nova");
  expect(nova.getByText("Open")).toBeVisible();
  expect(nova.getByText("2.50")).toBeVisible();
  expect(nova.getByText("1.80%")).toBeVisible();
  expect(nova.getByText("Closes in")).toBeVisible();
  const soon = await cardOf("Sooner");
  expect(soon.getByText("Upcoming")).toBeVisible();
  expect(soon.getByText("No trades yet")).toBeVisible();
  expect(soon.getByText("2d 1h")).toBeVisible();
  expect(screen.getByRole("link", { name: "Nova" })).toHaveAttribute("href", "/pre-market/detail/NOVA");
});

test("the filter is in the URL", async () => {
  const user = renderMarkets("/pre-market?status=upcoming");
  expect(await screen.findByRole("link", { name: "Sooner" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Nova" })).toBeNull();

  await user.type(screen.getByRole("searchbox", { name: "Search pre-markets" }), "nov");

  expect(await screen.findByText("No pre-markets match these filters")).toBeVisible();
  expect(user.location()).toBe("/pre-market?q=nov&status=upcoming");
});

test("a pushed row replaces price and state", async () => {
  renderMarkets();
  await screen.findByText("2.50");
  await vi.waitFor(() => expect(liveServer.channels()).toContain("premarkets"));

  act(() =>
    liveServer.push({
      channel: "premarkets",
      type: "rows",
      items: [{ symbol: "NOVA", status: "closed", last_price: "2.75", best_bid: null, best_ask: null }],
    }),
  );

  expect(await screen.findByText("2.75")).toBeVisible();
  expect((await cardOf("Nova")).getByText("Closed")).toBeVisible();
});

test("without any pre-market, the page says what will be here", async () => {
  serve("get", "/v1/premarkets", { items: [], protection: [] });
  renderPage(<PreMarketPage />, { at: "/pre-market" });

  expect(await screen.findByText("No pre-markets yet")).toBeVisible();
});

test("a failure offers another attempt", async () => {
  serveProblem("get", "/v1/premarkets", { status: 503, code: "OVERLOADED" });
  renderPage(<PreMarketPage />, { at: "/pre-market" });

  expect(await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 })).toBeVisible();
});
