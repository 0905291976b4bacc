import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closeRestricted, useRefusedLevel } from "@/session/restricted";
import { clearSession, startSession } from "@/session/session";
import { aFlexibleProduct, aLockedPosition, aLockedProduct, aPosition, serveEarn } from "@/testing/earn";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { EarnPage } from "./earn";

afterEach(() => {
  clearSession();
  act(closeRestricted);
});

const coins = () =>
  screen.getAllByRole("region").flatMap((region) => region.getAttribute("aria-label") ?? []);
const amountField = () => screen.getByRole("textbox", { name: "Amount" });

async function openDialog(name: string, at = "/earn") {
  const user = renderPage(<EarnPage />, { at });
  await user.click(await screen.findByRole("button", { name: `Subscribe: ${name}` }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

test("a product names its rate, term, minimum, quota and source of yield", async () => {
  serveEarn({
    products: [aFlexibleProduct({ next_apr: { apr: "0.04", from: 1_795_046_400 } }), aLockedProduct()],
  });
  renderPage(<EarnPage />, { at: "/earn" });

  const usdt = within(await screen.findByRole("region", { name: "USDT" }));
  expect(usdt.getByText("5%")).toBeVisible();
  expect(usdt.getByText(/^4% from /)).toBeVisible();
  expect(usdt.getByText("Redeem anytime")).toBeVisible();
  expect(usdt.getByText("10 USDT")).toBeVisible();
  expect(usdt.getByRole("progressbar", { name: "Quota left" })).toHaveAttribute(
    "aria-valuetext",
    "4,000 USDT",
  );
  expect(usdt.getByText(/Fees of the exchange/)).toBeVisible();
  const btc = within(screen.getByRole("region", { name: "BTC" }));
  expect(btc.getByText("30 days")).toBeVisible();
  expect(btc.getByText(/Lending to market makers/)).toBeVisible();
});

test("products are filtered by kind, coin and what the client has, in the address", async () => {
  startSession("token");
  serveEarn({
    products: [
      aFlexibleProduct(),
      aLockedProduct(),
      aFlexibleProduct({ id: "doge", coin: "DOGE", name: "Dogecoin" }),
    ],
  });
  const user = renderPage(<EarnPage />, { at: "/earn" });
  await screen.findByRole("region", { name: "DOGE" });

  await user.click(screen.getByRole("checkbox", { name: "Coins I have" }));
  await waitFor(() => expect(coins()).toEqual(["USDT", "BTC"]));
  await user.click(screen.getByRole("radio", { name: "Locked" }));
  await waitFor(() => expect(coins()).toEqual(["BTC"]));
  expect(user.location()).toBe("/earn?kind=locked&own=yes");
  await user.type(screen.getByRole("searchbox", { name: "Search coins" }), "teth");
  expect(await screen.findByText("No products match these filters")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(coins()).toEqual(["USDT", "BTC", "DOGE"]));
});

test.each([
  ["Closed", { is_open: false }],
  ["Sold out", { quota_left: "9.99" }],
])("a product that takes nothing more says so: %s", async (label, parts) => {
  serveEarn({ products: [aFlexibleProduct(parts)] });
  renderPage(<EarnPage />, { at: "/earn" });

  expect(await screen.findByRole("button", { name: `${label}: USDT, flexible` })).toBeDisabled();
});

test("without products there is an explanation, and a failure can be tried again", async () => {
  serve("get", "/v1/levels", { items: [], next_cursor: null });
  serveProblem("get", "/v1/earn/products", { status: 500, code: "INTERNAL" });
  const user = renderPage(<EarnPage />, { at: "/earn" });
  const again = await screen.findByRole("button", { name: "Try again" });

  serveEarn({ products: [] });
  await user.click(again);
  expect(await screen.findByText("No products yet")).toBeVisible();
});

test("a visitor sees the terms, and signs in with what was typed kept", async () => {
  serveEarn();
  const { user, dialog } = await openDialog("BTC, locked for 30 days");
  await user.type(amountField(), "0.5");
  await user.click(dialog.getByRole("checkbox", { name: "Renew automatically" }));

  expect(dialog.getByText("0.00328767 BTC")).toBeVisible();
  expect(
    dialog.getByText("If you redeem early, you get all your coins back, but no interest."),
  ).toBeVisible();
  expect(dialog.getByRole("link", { name: "Sign in to subscribe" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/earn?product=btc-30&amount=0.5&renew=yes")}`,
  );
});

test("after signing in, the dialog is open with what was typed, and subscribes", async () => {
  startSession("token");
  serveEarn();
  const sent = serve("post", "/v1/earn/positions", aLockedPosition({ auto_renew: true }), 201);
  const user = renderPage(<EarnPage />, { at: "/earn?product=btc-30&amount=0.5&renew=yes" });
  const dialog = within(await screen.findByRole("dialog", { name: "Subscribe to BTC: Locked, 30 days" }));
  expect(amountField()).toHaveValue("0.5");

  await user.click(dialog.getByRole("button", { name: "Subscribe" }));

  expect(await dialog.findByRole("heading", { name: "0.5 BTC subscribed" })).toHaveFocus();
  expect(await sent[0]?.json()).toEqual({ product_id: "btc-30", amount: "0.5", auto_renew: true });
  expect(sent[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
  expect(dialog.getByRole("link", { name: "See your positions" })).toHaveAttribute("href", "/personal/earn");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(user.location()).toBe("/earn");
});

test("the most is limited by the balance, the client's share and the quota", async () => {
  startSession("token");
  serveEarn({ products: [aFlexibleProduct({ quota_left: "220", my: { amount: "800", left: "200" } })] });
  const { user, dialog } = await openDialog("USDT, flexible");
  await dialog.findByText("Available: 250 USDT");

  await user.click(dialog.getByRole("button", { name: /^Max/ }));
  expect(amountField()).toHaveValue("200");
  for (const [amount, problem] of [
    ["251", "Insufficient balance: 250 USDT available."],
    ["9", "Minimum: 10 USDT."],
    ["221", "Only 220 USDT of the quota is left."],
    ["201", "You can add up to 200 USDT to this product."],
  ] as const) {
    await user.clear(amountField());
    await user.type(amountField(), amount);
    expect(dialog.getByText(problem)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Subscribe" })).toBeDisabled();
  }
});

test("a product says which level it requires, and asks a client below it for no amount", async () => {
  startSession("token");
  serveEarn({ rank: 1 });
  const user = renderPage(<EarnPage />, { at: "/earn" });
  const btc = within(await screen.findByRole("region", { name: "BTC" }));
  expect(btc.getByText(/^Requires the/)).toHaveTextContent("Requires the Advanced level.");
  expect(btc.getByRole("link", { name: "Advanced level" })).toHaveAttribute("href", "/kyc-levels");
  await waitFor(async () => {
    await user.click(btc.getByRole("button", { name: /^Subscribe/ }));
    expect(useRefusedLevel.getState()).toBe("advanced");
  });
  expect(screen.queryByRole("dialog")).toBeNull();

  act(closeRestricted);
  await user.click(screen.getByRole("button", { name: "Subscribe: USDT, flexible" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(amountField()).toBeVisible();
});

test("the dialog that a link opens shows the level instead of the form", async () => {
  startSession("token");
  serveEarn({ rank: 0 });
  renderPage(<EarnPage />, { at: "/earn?product=btc-30" });

  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("link", { name: "Advanced level" })).toHaveAttribute("href", "/kyc-levels");
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Amount" })).toBeNull());
});

test("a visitor learns the level before signing in", async () => {
  serveEarn();
  const { dialog } = await openDialog("USDT, flexible");

  expect(dialog.getByRole("link", { name: "Sign in to subscribe" })).toBeVisible();
  expect(await dialog.findByRole("link", { name: "Starter level" })).toBeVisible();
});

test.each(["starter", "advanced"])("a client below the %s level is shown what it takes", async (required) => {
  startSession("token");
  serveEarn();
  serveProblem("post", "/v1/earn/positions", { status: 403, code: "LEVEL_REQUIRED", required });
  const { user, dialog } = await openDialog("USDT, flexible");
  await user.type(amountField(), "100");
  await user.click(dialog.getByRole("button", { name: "Subscribe" }));

  await waitFor(() => expect(useRefusedLevel.getState()).toBe(required));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a lost answer is asked for again under the same key", async () => {
  startSession("token");
  serveEarn();
  const lost = serveNothing("post", "/v1/earn/positions");
  const { user, dialog } = await openDialog("USDT, flexible");
  await user.type(amountField(), "100");
  await user.click(dialog.getByRole("button", { name: "Subscribe" }));
  expect(await dialog.findByText("Checking again won’t subscribe twice.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Subscribe" })).toHaveAttribute("aria-disabled", "true");
  await waitFor(() => expect(lost).toHaveLength(3));

  const answered = serve("post", "/v1/earn/positions", aPosition(), 201);
  await user.click(dialog.getByRole("button", { name: "Check again" }));
  expect(await dialog.findByRole("heading", { name: "100 USDT subscribed" })).toBeVisible();
  const keys = [...lost, ...answered].map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(1);
});

test("a refusal about the amount stands beside it, and goes when another is typed", async () => {
  startSession("token");
  serveEarn();
  serveProblem("post", "/v1/earn/positions", { status: 409, code: "LIMIT_EXCEEDED" });
  const { user, dialog } = await openDialog("USDT, flexible");
  await user.type(amountField(), "100");
  await user.click(dialog.getByRole("button", { name: "Subscribe" }));

  const refusal = "The quota doesn’t have this much left. Try a smaller amount.";
  await waitFor(() => expect(amountField()).toHaveAccessibleDescription(expect.stringContaining(refusal)));
  await user.type(amountField(), "{Backspace}");
  expect(screen.queryByText(refusal)).toBeNull();
});

test("the calculator shows what the server would pay, in figures and in words", async () => {
  serveEarn();
  const user = renderPage(<EarnPage />, { at: "/earn" });
  const calculator = within(await screen.findByRole("region", { name: "Calculator" }));
  expect(calculator.getByText("50 USDT")).toBeVisible();
  expect(calculator.getByText(/it doesn’t compound/)).toBeVisible();
  expect(calculator.getByRole("img")).toHaveAccessibleName(/50 USDT after 365 days\.$/);

  await user.clear(calculator.getByRole("textbox", { name: "Amount" }));
  await user.type(calculator.getByRole("textbox", { name: "Amount" }), "200");
  await user.click(calculator.getByRole("radio", { name: "30 days" }));
  expect(calculator.getByText("0.821917 USDT")).toBeVisible();

  await user.click(calculator.getByRole("combobox", { name: "Product" }));
  await user.click(await screen.findByRole("option", { name: /^BTC/ }));
  expect(await calculator.findByText("1.31506849 BTC")).toBeVisible();
  await user.clear(calculator.getByRole("textbox", { name: "Duration" }));
  await user.type(calculator.getByRole("textbox", { name: "Duration" }), "29");
  expect(calculator.getByText("0 BTC")).toBeVisible();
});
