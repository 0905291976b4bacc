import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { aConversion, aConvertTarget, aQuote, serveConvert } from "@/testing/convert";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { aPair } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { ExchangePage } from "./exchange";

beforeEach(() => startSession("token"));
afterEach(clearSession);

const HERE = "/personal/exchange?from=BTC&to=ETH";

type User = ReturnType<typeof renderPage>;

const pay = () => screen.getByRole("textbox", { name: "You pay" });
const receive = () => screen.getByRole("textbox", { name: "You receive" });
const quoteButton = () => screen.getByRole("button", { name: "Get a quote" });

async function typeAmount(user: User, amount = "0.5") {
  await screen.findByText("1 BTC ≈ 20 ETH");
  await user.type(pay(), amount);
}

test("an amount is quoted, accepted and then among the conversions", async () => {
  serveConvert();
  const asked = serve("post", "/v1/exchange/quote", aQuote(), 201);
  const accepted = serve("post", "/v1/exchange/quote/{id}/accept", () => {
    serveConvert({ conversions: [aConversion()] });
    return aConversion();
  });
  const user = renderPage(<ExchangePage />, { at: HERE });
  expect(await screen.findByText("No conversions yet")).toBeVisible();
  await typeAmount(user);
  expect(receive()).toHaveValue("9.975");
  expect(screen.getByText("BTC → USDT → ETH")).toBeVisible();
  expect(screen.getByText("0.25%")).toBeVisible();
  expect(screen.getByText("0.001 to 10 BTC")).toBeVisible();

  await user.click(quoteButton());
  expect(await screen.findByRole("heading", { name: "Your quote" })).toHaveFocus();
  expect(screen.getByText("Expires in 10 s")).toBeVisible();
  expect(screen.getByText("9.975 ETH")).toBeVisible();
  expect(screen.getByText("0.025 ETH")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ from: "BTC", to: "ETH", from_amount: "0.5" });

  await user.click(screen.getByRole("button", { name: "Convert" }));
  expect(await screen.findByRole("heading", { name: "0.5 BTC converted to 9.975 ETH" })).toHaveFocus();
  expect(accepted).toHaveLength(1);
  expect(accepted[0]?.url).toMatch(/\/v1\/exchange\/quote\/q1\/accept$/);
  expect(screen.getByRole("link", { name: "See transactions" })).toHaveAttribute(
    "href",
    "/personal/transactions?type=convert",
  );
  const [, row] = within(await screen.findByRole("table")).getAllByRole("row");
  expect(row).toHaveTextContent("05.11.2026 07:030.5 BTC9.975 ETH1 BTC = 20 ETH0.025 ETH");

  await user.click(screen.getByRole("button", { name: "Convert again" }));
  expect(pay()).toHaveValue("");
  expect(pay()).toHaveFocus();
});

test("typing what is received asks for that, and swapping keeps the amount with its coin", async () => {
  serveConvert();
  const asked = serve("post", "/v1/exchange/quote", aQuote(), 201);
  const user = renderPage(<ExchangePage />, { at: HERE });
  await screen.findByText("1 BTC ≈ 20 ETH");

  await user.type(receive(), "3.99");
  expect(pay()).toHaveValue("0.2");
  await user.click(quoteButton());
  await screen.findByRole("heading", { name: "Your quote" });
  expect(await asked[0]?.json()).toEqual({ from: "BTC", to: "ETH", to_amount: "3.99" });

  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(receive()).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Swap coins" }));
  expect(user.location()).toBe("/personal/exchange?from=ETH&to=BTC");
  expect(pay()).toHaveValue("3.99");
});

test("the maximum is filled in, and balances stand beside the coins", async () => {
  serveConvert();
  const user = renderPage(<ExchangePage />, { at: HERE });
  await screen.findByText("Available: 2 BTC");

  await user.click(screen.getByRole("button", { name: "Max 2 BTC" }));
  expect(pay()).toHaveValue("2");

  await user.click(screen.getByRole("combobox", { name: "From" }));
  expect(await screen.findByRole("option", { name: /BTC.*2 · Bitcoin/ })).toBeVisible();
  await user.click(screen.getByRole("option", { name: /USDT/ }));
  expect(user.location()).toBe("/personal/exchange?from=USDT&to=ETH");
  expect(screen.getByRole("link", { name: "Deposit USDT" })).toHaveAttribute(
    "href",
    "/personal/deposit?coin=USDT",
  );
});

test("the estimate and the fee are those of the client's level", async () => {
  serveConvert({ level: "advanced" });
  const user = renderPage(<ExchangePage />, { at: HERE });
  expect(await screen.findByText("0.15%")).toBeVisible();

  await user.type(pay(), "0.5");
  expect(receive()).toHaveValue("9.985");
});

test("choosing the other side's coin exchanges both", async () => {
  serveConvert();
  const user = renderPage(<ExchangePage />, { at: HERE });
  await screen.findByText("1 BTC ≈ 20 ETH");

  await user.click(screen.getByRole("combobox", { name: "To" }));
  await user.click(await screen.findByRole("option", { name: /BTC/ }));

  expect(user.location()).toBe("/personal/exchange?from=ETH&to=BTC");
});

test("a link with one coin chooses a fitting other one, and unknown coins are ignored", async () => {
  serveConvert();
  renderPage(<ExchangePage />, { at: "/personal/exchange?from=btc&to=NOPE" });

  expect(await screen.findByText("1 BTC ≈ 60,000 USDT")).toBeVisible();
});

test.each([
  ["0.0005", "Minimum: 0.001 BTC."],
  ["3", "Insufficient balance: 2 BTC available."],
])("an amount of %s is not sent", async (amount, text) => {
  serveConvert();
  const user = renderPage(<ExchangePage />, { at: HERE });
  await screen.findByText("Available: 2 BTC");
  await typeAmount(user, amount);

  expect(await screen.findByText(text)).toBeVisible();
  expect(quoteButton()).toBeDisabled();
});

test("zero is not sent", async () => {
  serveConvert({ targets: [aConvertTarget("ETH", { min: "0" })] });
  const user = renderPage(<ExchangePage />, { at: HERE });
  await typeAmount(user, "0");

  expect(quoteButton()).toBeDisabled();
});

test("a halted pair is named before anything is asked", async () => {
  serveConvert({ targets: [], pairs: [aPair("BTC-USDT"), aPair("ETH-USDT", { status: "halted" })] });
  const user = renderPage(<ExchangePage />, { at: HERE });
  await user.type(await screen.findByRole("textbox", { name: "You pay" }), "0.5");

  expect(await screen.findByText("Trading of ETH-USDT is halted. Try again later.")).toBeVisible();
  expect(quoteButton()).toBeDisabled();
});

test.each([
  ["MIN_NOTIONAL", 422, "This amount is too small to convert."],
  ["MAX_QUANTITY", 422, "This amount is too large for one conversion."],
  ["INSUFFICIENT_BALANCE", 422, "Insufficient balance."],
  ["NO_LIQUIDITY", 422, "No liquidity for this amount right now. Try a smaller one."],
  ["MARKET_HALTED", 409, "Trading of one of these coins is halted. Nothing was converted."],
  ["RATE_LIMITED", 429, "Too many requests. Wait a few seconds, then try again."],
])("the refusal %s is explained, until the amount is changed", async (code, status, text) => {
  serveConvert();
  serveProblem("post", "/v1/exchange/quote", { status, code });
  const user = renderPage(<ExchangePage />, { at: HERE });
  await typeAmount(user);
  await user.click(quoteButton());
  expect(await screen.findByText(text)).toBeVisible();

  await user.type(pay(), "1");
  expect(screen.queryByText(text)).toBeNull();
});

test.each([
  [
    { status: 422, code: "NO_LIQUIDITY", detail: "Your own open orders are in the way." },
    "Your own open orders are in the way.",
  ],
  [
    {
      status: 422,
      code: "VALIDATION_FAILED",
      errors: [{ field: "from_amount", code: "value", message: "This number is too large." }],
    },
    "This number is too large.",
  ],
])("the server's own words are shown where they say more: %j", async (problem, text) => {
  serveConvert();
  serveProblem("post", "/v1/exchange/quote", problem);
  const user = renderPage(<ExchangePage />, { at: HERE });
  await typeAmount(user);
  await user.click(quoteButton());

  expect(await screen.findByText(text)).toBeVisible();
});

test("without a connection the form says so and keeps what was typed", async () => {
  serveConvert();
  serveNothing("post", "/v1/exchange/quote");
  const user = renderPage(<ExchangePage />, { at: HERE });
  await typeAmount(user);
  await user.click(quoteButton());

  expect(await screen.findByText(/Couldn’t reach the server/)).toBeVisible();
  expect(pay()).toHaveValue("0.5");
});

test("rates that can’t be loaded are tried again", async () => {
  serveConvert();
  serveNothing("get", "/v1/coins/exchange/{symbol}");
  const user = renderPage(<ExchangePage />, { at: HERE });

  expect(await screen.findByText("Couldn’t load this")).toBeVisible();
  expect(quoteButton()).toBeDisabled();
  serveConvert();
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("1 BTC ≈ 20 ETH")).toBeVisible();
});

test("what is typed before any data arrives is kept", async () => {
  serveConvert();
  const user = renderPage(<ExchangePage />, { at: "/personal/exchange" });
  await user.type(await screen.findByRole("textbox", { name: "You pay" }), "1");

  expect(await screen.findByText(/^1 USDT ≈/)).toBeVisible();
  expect(pay()).toHaveValue("1");
});
