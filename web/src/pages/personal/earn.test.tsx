import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changePortfolioView } from "@/session/portfolio-view";
import { clearSession, startSession } from "@/session/session";
import { aLockedPosition, aPosition, serveEarn } from "@/testing/earn";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import "@/testing/fake-socket";
import { serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { PersonalEarnPage } from "./earn";

beforeEach(() => {
  startSession("token");
  changePortfolioView({ isHidden: false });
  serveMarkets([]);
});
afterEach(clearSession);

async function redeem(name: string) {
  const user = renderPage(<PersonalEarnPage />, { at: "/personal/earn" });
  await user.click(await screen.findByRole("button", { name }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

test("positions show what has accrued, what was paid, and what comes when", async () => {
  serveEarn({ active: [aLockedPosition(), aPosition()] });
  renderPage(<PersonalEarnPage />, { at: "/personal/earn" });

  const row = await screen.findByRole("row", { name: /USDT Flexible/ });
  expect(row).toHaveTextContent(/100 USDT5%0.25 USDT1.5 USDT.*in 2 h [01] min/);
  expect(screen.getByRole("row", { name: /BTC Locked/ })).toHaveTextContent(/0.5 BTC8%.*in 10 d 1 h/);
});

test("amounts stay hidden where the client hides them", async () => {
  changePortfolioView({ isHidden: true });
  serveEarn({ active: [aPosition()] });
  renderPage(<PersonalEarnPage />, { at: "/personal/earn" });

  expect(await screen.findByRole("row", { name: /USDT Flexible/ })).not.toHaveTextContent(/1\.5/);
});

test("a part of a flexible position is redeemed; what stays keeps to the minimum", async () => {
  serveEarn({ active: [aPosition()] });
  const sent = serve("post", "/v1/earn/positions/{id}/redeem", aPosition({ amount: "60" }));
  const { user, dialog } = await redeem("Redeem 100 USDT");
  const amount = dialog.getByRole("textbox", { name: "Amount" });

  await user.type(amount, "95");
  expect(await dialog.findByText("At least 10 USDT must stay, or redeem all.")).toBeVisible();
  await user.clear(amount);
  await user.type(amount, "40");
  expect(dialog.getByText("At the next payout")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Redeem" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await sent[0]?.json()).toEqual({ all: false, amount: "40" });
});

test("all of it is redeemed by name, with its interest", async () => {
  serveEarn({ active: [aPosition()] });
  const sent = serve(
    "post",
    "/v1/earn/positions/{id}/redeem",
    aPosition({ amount: "0", status: "redeemed" }),
  );
  const { user, dialog } = await redeem("Redeem 100 USDT");

  await user.click(dialog.getByRole("button", { name: /^Max/ }));
  expect(dialog.getByText("Immediately")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Redeem" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await sent[0]?.json()).toEqual({ all: true });
});

test("an early exit says what is lost before it is done", async () => {
  serveEarn({ active: [aLockedPosition()] });
  const sent = serve("post", "/v1/earn/positions/{id}/redeem", aLockedPosition({ status: "redeemed" }));
  const { user, dialog } = await redeem("Redeem 0.5 BTC");

  expect(
    dialog.getByText("You get 0.5 BTC back, but no interest. 0.00219178 BTC accrued so far is lost."),
  ).toBeVisible();
  expect(dialog.queryByRole("textbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Keep" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toHaveLength(0);

  await user.click(screen.getByRole("button", { name: "Redeem 0.5 BTC" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Redeem" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await sent[0]?.json()).toEqual({ all: true });
});

test("a lost answer to a redemption is asked for again under the same key", async () => {
  serveEarn({ active: [aPosition()] });
  const lost = serveNothing("post", "/v1/earn/positions/{id}/redeem");
  const { user, dialog } = await redeem("Redeem 100 USDT");
  await user.type(dialog.getByRole("textbox", { name: "Amount" }), "40");
  await user.click(dialog.getByRole("button", { name: "Redeem" }));
  expect(await dialog.findByText("Checking again won’t redeem twice.")).toBeVisible();
  await waitFor(() => expect(lost).toHaveLength(3));

  const answered = serve("post", "/v1/earn/positions/{id}/redeem", aPosition({ amount: "60" }));
  await user.click(dialog.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(answered).toHaveLength(1));
  const keys = [...lost, ...answered].map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(1);
});

test("auto-renew is switched immediately, and back if the server refuses", async () => {
  serveEarn({ active: [aLockedPosition()] });
  const sent = serve("patch", "/v1/earn/positions/{id}", () => {
    serveEarn({ active: [aLockedPosition({ auto_renew: true })] });
    return aLockedPosition({ auto_renew: true });
  });
  const user = renderPage(<PersonalEarnPage />, { at: "/personal/earn" });
  const name = "Renew 0.5 BTC automatically";
  await user.click(await screen.findByRole("switch", { name }));
  await waitFor(() => expect(screen.getByRole("switch", { name })).toBeChecked());
  expect(await sent[0]?.json()).toEqual({ auto_renew: true });

  serveProblem("patch", "/v1/earn/positions/{id}", { status: 404, code: "NOT_FOUND" });
  await user.click(screen.getByRole("switch", { name }));
  await waitFor(() => expect(screen.getByRole("switch", { name })).toBeChecked());
});

test("past positions have a tab, with what they paid", async () => {
  serveEarn({ past: [aPosition({ amount: "0", status: "redeemed", accrued: "0", next_payout_at: null })] });
  const user = renderPage(<PersonalEarnPage />, { at: "/personal/earn" });
  expect(await screen.findByText("No active positions yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "See products" })).toHaveAttribute("href", "/earn");

  await user.click(screen.getByRole("tab", { name: "Past" }));
  expect(await screen.findByRole("row", { name: /USDT Flexible/ })).toHaveTextContent("1.5 USDT");
  expect(user.location()).toBe("/personal/earn?tab=past");
});
