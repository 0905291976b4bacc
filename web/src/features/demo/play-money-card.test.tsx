import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { assetsQuery } from "@/api/assets";
import { Toaster } from "@/design/toaster";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
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
  expect(asked[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("the daily limit is shown when it is reached", async () => {
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

test("play money is given on a plain-http address, where randomUUID is missing", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  serveCoins();
  const asked = serve("post", "/v1/demo/faucet", { coin: "USDT", amount: "10000" }, 201);
  const user = renderPage(<PlayMoneyCard />);

  await user.click(await screen.findByRole("button", { name: "Get play money" }));

  await expect.poll(() => asked.length).toBe(1);
});

test("a request whose answer was lost is sent again under the same key, and the next one is new", async () => {
  serveCoins();
  const lost = serveNothing("post", "/v1/demo/faucet");
  const user = renderPage(<PlayMoneyCard />);
  const button = await screen.findByRole("button", { name: "Get play money" });
  await user.click(button);
  await screen.findByRole("alert");

  const answered = serve("post", "/v1/demo/faucet", { coin: "USDT", amount: "10000" }, 201);
  await user.click(button);
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  await user.click(button);
  await expect.poll(() => answered.length).toBe(2);

  const keys = [...lost, ...answered].map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});
