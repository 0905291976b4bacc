import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Toaster } from "@/design/toaster";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { PlayMoneyCard } from "./play-money-card";

function aCoin(symbol: string) {
  return { symbol, name: symbol, icon: null, decimals: 8, networks: [] };
}

function anAsset(symbol: string, total: string) {
  return { symbol, total, available: total, value: total };
}

function serveHoldings(...totals: string[]) {
  let asked = 0;
  serve("get", "/v1/coins", { items: [aCoin("BTC"), aCoin("USDT")] });
  serve("get", "/v1/assets", () => {
    const total = totals[Math.min(asked++, totals.length - 1)];
    const items = total === undefined ? [] : [anAsset("USDT", total)];
    return { items, total_usdt: "0", total_btc: "0" };
  });
}

test("play money is taken, confirmed and then shown among what one has", async () => {
  serveHoldings("5", "10005");
  const asked = serve("post", "/v1/demo/faucet", { coin: "USDT", amount: "10000" }, 201);
  const user = renderPage(
    <>
      <PlayMoneyCard />
      <Toaster />
    </>,
  );

  expect(await screen.findByText("5")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Get play money" }));

  expect(await screen.findByText("10,000 USDT is yours to play with.")).toBeVisible();
  expect(await screen.findByText("10,005")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ coin: "USDT" });
  expect(asked[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("who has taken enough for a day is told so", async () => {
  serveHoldings();
  serveProblem("post", "/v1/demo/faucet", {
    status: 422,
    code: "LIMIT_DAY_EXCEEDED",
    detail: "You have had ten gifts today. Come back tomorrow.",
  });
  const user = renderPage(<PlayMoneyCard />);

  expect(await screen.findByText("You have none yet.")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Get play money" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Come back tomorrow.");
});
