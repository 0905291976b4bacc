import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { serve } from "@/testing/fake-server";
import { anAsset } from "@/testing/markets";
import { aContract, secondsFromNow } from "@/testing/premarket";
import { renderPage } from "@/testing/render-page";
import { PremarketSummaryCard } from "./premarket-summary-card";
import type { PremarketContract } from "./types";

function renderCard(contracts: PremarketContract[], in_premarket = "0") {
  serve("get", "/v1/premarkets/contracts", { items: contracts, next_cursor: null });
  const items = [anAsset("BTC", "1"), anAsset("USDT", "1000", { in_premarket })];
  renderPage(<PremarketSummaryCard isNear assets={{ items, total_usdt: "50000", total_btc: "0.5" }} />);
}

test("what is locked is shown, with the next delivery and what is missing for it", async () => {
  const due = { side: "sell", status: "delivering", deliver_by: secondsFromNow(7_300) } as const;
  renderCard([aContract(), aContract({ ...due, id: 4, missing_quantity: "12" })], "152.5");

  expect(await screen.findByText("152.5")).toBeVisible();
  expect(screen.getByText("Open contracts").nextElementSibling).toHaveTextContent("2");
  expect(screen.getByText("2h 1m")).toBeVisible();
  expect(screen.getByText("Coins to deliver are missing in your balance.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Contracts" })).toHaveAttribute("href", "/personal/pre-market");
});

test("all contracts count, however many pages they take", async () => {
  const due = { side: "sell", status: "delivering", deliver_by: secondsFromNow(7_300) } as const;
  serve("get", "/v1/premarkets/contracts", ({ request }) =>
    new URL(request.url).searchParams.get("cursor") === "older"
      ? { items: [aContract({ ...due, id: 1 })], next_cursor: null }
      : { items: [aContract({ id: 3 }), aContract({ id: 2 })], next_cursor: "older" },
  );
  renderPage(<PremarketSummaryCard isNear assets={undefined} />);

  expect(await screen.findByText("2h 1m")).toBeVisible();
  expect(screen.getByText("Open contracts").nextElementSibling).toHaveTextContent("3");
});

test("an order locks funds before there is a contract", async () => {
  renderCard([], "20");

  expect(await screen.findByText("20")).toBeVisible();
  expect(screen.getByText("Open contracts").nextElementSibling).toHaveTextContent("0");
});

test("who has nothing in pre-markets is led to them", async () => {
  renderCard([]);

  expect(await screen.findByRole("link", { name: "See pre-markets" })).toHaveAttribute("href", "/pre-market");
});
