import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { aConvertTarget, aQuote, serveConvert } from "@/testing/convert";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ExchangerPage } from "./exchanger";

afterEach(clearSession);

test("a visitor sees rates, and signs in with what was typed kept", async () => {
  serveConvert();
  const user = renderPage(<ExchangerPage />, { at: "/exchanger?from=BTC&to=ETH" });
  expect(await screen.findByText("1 BTC ≈ 20 ETH")).toBeVisible();
  const signIn = screen.getByRole("link", { name: "Sign in to convert" });
  expect(signIn).toHaveAttribute("href", `/login?next=${encodeURIComponent("/exchanger?from=BTC&to=ETH")}`);

  await user.type(screen.getByRole("textbox", { name: "You pay" }), "0.5");
  expect(screen.getByRole("textbox", { name: "You receive" })).toHaveValue("9.975");
  expect(signIn).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/exchanger?from=BTC&to=ETH&amount=0.5")}`,
  );

  await user.type(screen.getByRole("textbox", { name: "You receive" }), "1");
  expect(signIn).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/exchanger?from=BTC&to=ETH&receive=9.9751")}`,
  );
  expect(screen.queryByText(/Available/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Max/ })).toBeNull();
});

test("a visitor learns the limits, too", async () => {
  serveConvert();
  const user = renderPage(<ExchangerPage />, { at: "/exchanger?from=BTC&to=ETH" });
  await screen.findByText("1 BTC ≈ 20 ETH");

  await user.type(screen.getByRole("textbox", { name: "You pay" }), "11");
  expect(screen.getByText("Maximum: 10 BTC.")).toBeVisible();
});

test.each([
  ["amount=0.5", { from_amount: "0.5" }],
  ["receive=4", { to_amount: "4" }],
])("after signing in, ?%s is filled in and can be quoted", async (parameter, amount) => {
  startSession("token");
  serveConvert();
  const asked = serve("post", "/v1/exchange/quote", aQuote(), 201);
  const user = renderPage(<ExchangerPage />, { at: `/exchanger?from=BTC&to=ETH&${parameter}` });
  await screen.findByText("1 BTC ≈ 20 ETH");
  expect(screen.getByRole("link", { name: "Your conversions" })).toHaveAttribute(
    "href",
    "/personal/exchange",
  );

  await user.click(screen.getByRole("button", { name: "Get a quote" }));

  expect(await screen.findByRole("heading", { name: "Your quote" })).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ from: "BTC", to: "ETH", ...amount });
});

test.each(["-1", "1e5", "abc", "0x10"])("an amount of %s in the address is ignored", async (amount) => {
  serveConvert({ targets: [aConvertTarget()] });
  renderPage(<ExchangerPage />, { at: `/exchanger?from=BTC&to=ETH&amount=${amount}` });

  expect(await screen.findByText("1 BTC ≈ 20 ETH")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "You pay" })).toHaveValue("");
});
