import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queries } from "@/api/queries";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { aStaffPair, aTicker } from "@/testing/markets";
import { renderApp } from "@/testing/render-app";
import { OperatorPairPage } from "./markets-pair";

/** Without trades and without a bid. */
const PAIR = aStaffPair("BTC", {
  asks: 2,
  ticker: aTicker("BTC-USDT", {
    last: null,
    open: null,
    high: null,
    low: null,
    volume: "0",
    quote_volume: "0",
    bid: null,
  }),
});

/** Renders the pair for an operator of markets; `held.pair` is the server's state. */
function renderPair(at = "/operator/markets/BTC-USDT") {
  const held = { pair: PAIR };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions: ["markets"] });
  serve("get", "/operator/pairs", () => ({ items: [held.pair], next_cursor: null }));
  serve("get", "/operator/coins", {
    items: [
      { symbol: "BTC", decimals: 8 },
      { symbol: "USDT", decimals: 6 },
    ],
  });
  const page = async () => OperatorPairPage;
  const route = { path: "/operator/markets/$pair", layout: null, title: () => "Market", page };
  return { held, ...renderApp([route], { at }) };
}

test("other rules are reviewed before they hold, and a refusal goes to its field", async () => {
  const { held, user } = renderPair();
  const answers = [
    problemResponse({
      status: 422,
      code: "BAD_PRECISION",
      errors: [{ field: "tick_size", code: "bad_precision", message: "This has more digits." }],
    }),
  ];
  const saved = serve("put", "/operator/pairs/{symbol}/rules", () => {
    const refused = answers.shift();
    if (refused) return refused;
    held.pair = { ...PAIR, max_quantity: "50", price_band: "0.1" };
    return held.pair;
  });

  const most = await screen.findByLabelText("Maximum quantity");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  expect(await screen.findByText("No changes yet.")).toBeVisible();
  await user.clear(most);
  await user.type(most, "50.00005");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await expect.poll(() => most).toHaveAccessibleDescription(/multiple of the quantity step/);

  await user.clear(most);
  await user.type(most, "50");
  await user.clear(screen.getByLabelText("Price band"));
  await user.type(screen.getByLabelText("Price band"), "10");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  const question = within(await screen.findByRole("dialog", { name: "Change rules of BTC-USDT?" }));
  expect(question.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "100 BTC50 BTC",
    "20%10%",
  ]);
  await user.click(question.getByRole("button", { name: "Change rules" }));
  await expect
    .poll(() => screen.getByLabelText("Tick size"))
    .toHaveAccessibleDescription(/This has more digits\./);

  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await user.click(await screen.findByRole("button", { name: "Change rules" }));
  await expect.poll(() => saved.length).toBe(2);
  expect(await saved[1]?.json()).toMatchObject({
    max_quantity: "50",
    price_band: "0.1",
    market_guard: "0.05",
  });
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("a market is halted after saying what follows, and trades again", async () => {
  const { held, user } = renderPair();
  const turned = serve("put", "/operator/pairs/{symbol}/status", async ({ request }) => {
    held.pair = { ...held.pair, ...((await request.clone().json()) as Pick<typeof PAIR, "status">) };
    return held.pair;
  });

  await user.click(await screen.findByRole("button", { name: "Halt" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Halt BTC-USDT?" }));
  expect(dialog.getByText(/Clients can’t place, change or cancel orders/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Halt" }));
  expect(await screen.findByText("Halted: clients can’t place, change or cancel orders.")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Resume trading" }));
  const again = within(await screen.findByRole("dialog", { name: "Resume trading BTC-USDT?" }));
  await user.click(again.getByRole("button", { name: "Resume trading" }));
  expect(await screen.findByRole("button", { name: "Halt" })).toBeVisible();
  expect(turned).toHaveLength(2);
});

test("a market that trades says so when one of its coins does not", async () => {
  const { held } = renderPair();
  held.pair = { ...PAIR, untraded_coins: ["BTC"] };

  expect(await screen.findByText("Trading BTC is off: cancel-only for clients.")).toBeVisible();
});

test("all orders are canceled only by who types the pair's name", async () => {
  const { user } = renderPair();
  const canceled = serve("post", "/operator/pairs/{symbol}/cancel-orders", { canceled: 3 });

  await user.click(await screen.findByRole("button", { name: "Cancel all orders" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel all BTC-USDT orders?" }));
  await user.type(dialog.getByLabelText("Type BTC-USDT to confirm"), "ETH-USDT");
  await user.click(dialog.getByRole("button", { name: "Cancel all orders" }));
  expect(await dialog.findByText("Type BTC-USDT to continue.")).toBeVisible();
  expect(canceled).toHaveLength(0);
  await user.clear(dialog.getByLabelText("Type BTC-USDT to confirm"));
  await user.type(dialog.getByLabelText("Type BTC-USDT to confirm"), "btc-usdt");
  await user.click(dialog.getByRole("button", { name: "Cancel all orders" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(canceled).toHaveLength(1);
});

test("a reference price keeps to the tick, and what the engine says is shown", async () => {
  const { user } = renderPair();
  serveProblem("put", "/operator/pairs/{symbol}/reference-price", {
    status: 503,
    code: "ENGINE_UNAVAILABLE",
    detail: "The engine is away for a moment.",
  });

  const price = await screen.findByLabelText("New reference price");
  await user.type(price, "99.999");
  await user.click(screen.getByRole("button", { name: "Set price" }));
  await expect.poll(() => price).toHaveAccessibleDescription(/multiple of 0\.01/);
  await user.clear(price);
  await user.type(price, "99.99");
  await user.click(screen.getByRole("button", { name: "Set price" }));
  expect(await screen.findByText("The engine is away for a moment.")).toBeVisible();
});

test("a pair that is not there is said to be missing", async () => {
  renderPair("/operator/markets/NO-PAIR");

  expect(await screen.findByText("Pair not found")).toBeVisible();
});
