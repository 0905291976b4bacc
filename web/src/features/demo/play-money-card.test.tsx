import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { assetsQuery } from "@/api/assets";
import { Toaster } from "@/design/toaster";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { PlayMoneyCard } from "./play-money-card";

function serveCoins() {
  const coins = ["BTC", "USDT"].map((symbol) => ({
    symbol,
    name: symbol,
    icon: null,
    decimals: 8,
    networks: [],
  }));
  serve("get", "/v1/coins", { items: coins, next_cursor: null });
}

function Total() {
  return <output>{useQuery(assetsQuery).data?.total_usdt}</output>;
}

test("play money is taken, confirmed and then counted among what one has", async () => {
  serveCoins();
  let total = "5";
  serve("get", "/v1/assets", () => ({ items: [], total_usdt: total, total_btc: null }));
  const asked = serve("post", "/v1/demo/faucet", { coin: "USDT", amount: "10000" }, 201);
  const user = renderPage(
    <>
      <PlayMoneyCard />
      <Total />
      <Toaster />
    </>,
  );
  expect(await screen.findByText("5")).toBeVisible();

  total = "10005";
  await user.click(await screen.findByRole("button", { name: "Get play money" }));

  expect(await screen.findByText("10,000 USDT added to your balance.")).toBeVisible();
  expect(await screen.findByText("10005")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ coin: "USDT" });
  expect(asked[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("who has taken enough for a day is told so", async () => {
  serveCoins();
  serveProblem("post", "/v1/demo/faucet", {
    status: 422,
    code: "LIMIT_DAY_EXCEEDED",
    detail: "You have had ten gifts today. Come back tomorrow.",
  });
  const user = renderPage(<PlayMoneyCard />);

  await user.click(await screen.findByRole("button", { name: "Get play money" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Come back tomorrow.");
});
