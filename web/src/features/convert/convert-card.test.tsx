import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { aConversion, aQuote, serveConvert } from "@/testing/convert";
import { problemResponse, serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ConvertCard } from "./convert-card";

beforeEach(() => startSession("token"));
afterEach(() => {
  clearSession();
  vi.useRealTimers();
});

/** Renders the form and requests a quote. */
async function renderQuote() {
  const user = renderPage(<ConvertCard />, { at: "/personal/exchange?from=BTC&to=ETH&amount=0.5" });
  await screen.findByText("1 BTC ≈ 20 ETH");
  await user.click(screen.getByRole("button", { name: "Get a quote" }));
  await screen.findByRole("heading", { name: "Your quote" });
  return user;
}

/** Moves the clock; countdowns notice within a second. */
function letQuoteExpire() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_001 });
}

test("an expired quote is replaced in place, and the change is named", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  const user = await renderQuote();

  letQuoteExpire();
  expect(await screen.findByText("This quote has expired. Nothing was converted.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Convert" })).toBeNull();

  const asked = serve("post", "/v1/exchange/quote", () => aQuote({ id: "q2", to_amount: "9.9" }), 201);
  await user.click(screen.getByRole("button", { name: "Get a new quote" }));
  expect(await screen.findByText("New quote: you receive 0.075 ETH less.")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ from: "BTC", to: "ETH", from_amount: "0.5" });
  expect(screen.getByText("Expires in 10 s")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your quote" })).toHaveFocus();
});

test.each([
  [{ to_amount: "10" }, "New quote: you receive 0.025 ETH more."],
  [{ from_amount: "0.6" }, "New quote: you pay 0.1 BTC more."],
  [{ from_amount: "0.4" }, "New quote: you pay 0.1 BTC less."],
  [{}, "The new quote is the same as before."],
])("a quote that the market has left is replaced: %j", async (change, text) => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  serveProblem("post", "/v1/exchange/quote/{id}/accept", { status: 409, code: "QUOTE_MOVED" });
  const user = await renderQuote();
  await user.click(screen.getByRole("button", { name: "Convert" }));

  expect(await screen.findByText(/The market moved, so this quote can’t be kept/)).toBeVisible();
  expect(screen.getByText("No longer valid")).toBeVisible();
  serve("post", "/v1/exchange/quote", () => aQuote({ id: "q2", ...change }), 201);
  await user.click(screen.getByRole("button", { name: "Get a new quote" }));

  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("button", { name: "Convert" })).toBeVisible();
});

test("what the steps of a market leave of the amount is named", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote({ from_amount: "0.498", adjusted: true }), 201);
  await renderQuote();

  expect(
    screen.getByText("0.002 BTC stays in your balance: this market trades in fixed steps."),
  ).toBeVisible();
});

test("a quote that expired on the server alone is replaced, too", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  serveProblem("post", "/v1/exchange/quote/{id}/accept", { status: 410, code: "QUOTE_EXPIRED" });
  const user = await renderQuote();
  await user.click(screen.getByRole("button", { name: "Convert" }));

  expect(await screen.findByText("This quote has expired. Nothing was converted.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Get a new quote" })).toBeVisible();
});

test.each([3_600_000, -3_600_000])(
  "a clock that is off by %s ms doesn’t change the countdown",
  async (off) => {
    serveConvert();
    serve("post", "/v1/exchange/quote", aQuote({ expires_at_ms: Date.now() + off }), 201);
    await renderQuote();

    expect(screen.getByText("Expires in 10 s")).toBeVisible();
  },
);

/** Serves the answers to acceptances one after the other; "lost" is none. The last one is repeated. */
function serveAcceptances(...answers: ("lost" | (() => unknown))[]): Request[] {
  const left = [...answers];
  return serve("post", "/v1/exchange/quote/{id}/accept", () => {
    const answer = left.length > 1 ? left.shift() : left[0];
    return answer === "lost" || answer === undefined ? Response.error() : (answer() as Response);
  });
}

/** Accepts a quote, and waits until the automatic attempts have found no answer. */
async function loseAnswer() {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  const lost = serveNothing("post", "/v1/exchange/quote/{id}/accept");
  const user = await renderQuote();
  await user.click(screen.getByRole("button", { name: "Convert" }));
  expect(await screen.findByText(/Your conversion may have been made/)).toBeVisible();
  await expect.poll(() => lost.length, { timeout: 4000 }).toBe(3);
  const button = screen.getByRole("button", { name: "Check again" });
  await expect.poll(() => button.getAttribute("aria-disabled")).not.toBe("true");
  return { user, lost };
}

const GATEWAY_ERROR = () => problemResponse({ status: 502, code: "BAD_GATEWAY" });

test.each([["lost" as const], [GATEWAY_ERROR]])(
  "a lost answer is asked for again with the same quote: %s",
  async (failure) => {
    serveConvert();
    const asked = serve("post", "/v1/exchange/quote", aQuote(), 201);
    const accepted = serveAcceptances(failure, () => Response.json(aConversion()));
    const user = await renderQuote();
    await user.click(screen.getByRole("button", { name: "Convert" }));

    expect(await screen.findByText("0.5 BTC converted to 9.975 ETH", {}, { timeout: 3000 })).toBeVisible();
    expect(accepted.map(({ url }) => new URL(url).pathname)).toEqual(
      Array(2).fill("/api/v1/exchange/quote/q1/accept"),
    );
    expect(asked).toHaveLength(1);
  },
);

test("while it is unknown whether a conversion was made, the client can check but not convert again", async () => {
  const { user, lost } = await loseAnswer();
  expect(screen.getByText("Awaiting confirmation")).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeDisabled();

  letQuoteExpire();
  const again = serve("post", "/v1/exchange/quote/{id}/accept", aConversion());
  await user.click(screen.getByRole("button", { name: "Check again" }));

  expect(await screen.findByText("0.5 BTC converted to 9.975 ETH")).toBeVisible();
  expect(again.map(({ url }) => url)).toEqual([lost[0]?.url]);
});

test("an answer that is not about the conversion leaves it unknown", async () => {
  const { user } = await loseAnswer();
  letQuoteExpire();
  const limited = serveProblem("post", "/v1/exchange/quote/{id}/accept", {
    status: 429,
    code: "RATE_LIMITED",
  });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await expect.poll(() => limited.length).toBe(1);

  await expect
    .poll(() => screen.getByRole("button", { name: "Check again" }).getAttribute("aria-disabled"))
    .not.toBe("true");
  expect(screen.getByText(/Your conversion may have been made/)).toBeVisible();
  expect(screen.queryByText(/Nothing was converted/)).toBeNull();
});

test.each([
  [410, "QUOTE_EXPIRED", "This quote has expired. Nothing was converted."],
  [409, "QUOTE_MOVED", "The market moved, so this quote can’t be kept. Nothing was converted."],
])("a lost answer that turns out to be a refusal offers a new quote: %s %s", async (status, code, text) => {
  const { user } = await loseAnswer();
  serveProblem("post", "/v1/exchange/quote/{id}/accept", { status, code });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText(text)).toBeVisible();

  serve("post", "/v1/exchange/quote", () => aQuote({ id: "q2" }), 201);
  await user.click(screen.getByRole("button", { name: "Get a new quote" }));
  expect(await screen.findByText("The new quote is the same as before.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeEnabled();
});

test("a refusal at the last moment is explained, and the quote can be left", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  serveProblem("post", "/v1/exchange/quote/{id}/accept", { status: 422, code: "INSUFFICIENT_BALANCE" });
  const user = await renderQuote();
  await user.click(screen.getByRole("button", { name: "Convert" }));

  expect(await screen.findByText("Insufficient balance.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("textbox", { name: "You pay" })).toHaveValue("0.5");
});

test("a quote can’t be left while it is being accepted", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  serve("post", "/v1/exchange/quote/{id}/accept", () => held.then(() => aConversion()));
  const user = await renderQuote();
  await user.click(screen.getByRole("button", { name: "Convert" }));

  await expect.poll(() => screen.getByRole("button", { name: "Back" })).toBeDisabled();
  answer();
  expect(await screen.findByText("0.5 BTC converted to 9.975 ETH")).toBeVisible();
});

test("the second click of a double click accepts nothing", async () => {
  serveConvert();
  serve("post", "/v1/exchange/quote", aQuote(), 201);
  const accepted = serve("post", "/v1/exchange/quote/{id}/accept", aConversion());
  const user = await renderQuote();

  const button = screen.getByRole("button", { name: "Convert" });
  act(() => void button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 })));
  await user.click(button);

  expect(await screen.findByText("0.5 BTC converted to 9.975 ETH")).toBeVisible();
  expect(accepted).toHaveLength(1);
});
