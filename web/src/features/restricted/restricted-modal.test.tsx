import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeRestricted, useGate } from "@/session/restricted";
import { clearSession, startSession } from "@/session/session";
import { aClient, aClientLevel, someLevels } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { LazyRestricted } from "./lazy-restricted";

function Feature({ level }: { level: string }) {
  const gate = useGate();
  return (
    <main>
      <button type="button" onClick={() => gate.refuse(level)}>
        Try
      </button>
      <LazyRestricted />
    </main>
  );
}

async function meet(level: string) {
  const user = renderPage(<Feature level={level} />, { at: "/pre-market" });
  await user.click(await screen.findByRole("button", { name: "Try" }));
  return user;
}

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  startSession("secret");
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
});

afterEach(() => {
  clearSession();
  act(closeRestricted);
});

test("what needs the Starter level says so, with the way to the levels", async () => {
  const user = await meet("starter");

  const modal = await screen.findByRole("dialog", { name: "Access Restricted" });
  expect(modal).toHaveTextContent(
    "This feature is only available to users with a Starter level membership or higher.",
  );
  expect(modal).toHaveTextContent(
    "you must complete the basic KYC process and meet the trading volume and asset balance requirements.",
  );
  expect(modal).toHaveTextContent(/Thank you for understanding\./);

  await user.click(within(modal).getByRole("link", { name: "membership section" }));
  expect(user.location()).toBe("/kyc-levels");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("it closes on request, and opens again", async () => {
  const user = await meet("starter");
  const modal = await screen.findByRole("dialog");

  await user.click(within(within(modal).getByRole("contentinfo")).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await user.click(screen.getByRole("button", { name: "Try" }));
  expect(await screen.findByRole("dialog", { name: "Access Restricted" })).toBeVisible();
});

test("what needs more names the level and ticks live what holds", async () => {
  const security = { totp: true, passkeys: 0 };
  const kyc = { ...aClient().kyc, status: "approved" as const };
  serve("get", "/bff/auth/user", { client: aClient({ security, kyc }), transactions: [] });
  serve("get", "/v1/client/level", aClientLevel({ volume_30d: "30000", balance: "10.5" }));

  await meet("advanced");

  const modal = await screen.findByRole("dialog", { name: "Access Restricted" });
  await within(modal).findByText("30-day trading volume: 30,000 of 25,000 USDT");
  expect(modal).toHaveTextContent("with the Advanced level membership or higher");
  const ticks = within(modal)
    .getAllByRole("listitem")
    .map((line) => [line.textContent, within(line).getByRole("img").getAttribute("aria-label")]);
  expect(ticks).toEqual([
    ["Verified identity", "Met"],
    ["Two-factor authentication (2FA)", "Met"],
    ["30-day trading volume: 30,000 of 25,000 USDT", "Met"],
    ["Asset balance: 10.5 of 2,500 USDTDeposit", "Not met"],
  ]);
  expect(within(modal).getByRole("link", { name: "membership section" })).toHaveAttribute(
    "href",
    "/kyc-levels",
  );
  expect(within(modal).getByRole("link", { name: "Deposit" })).toHaveAttribute("href", "/personal/deposit");
  expect(modal).toHaveTextContent(/Thank you for understanding\./);
});

test("each tick that is missing has the way to it", async () => {
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/v1/client/level", aClientLevel());

  await meet("advanced");

  await screen.findByText("Verified identity");
  const links = screen.getAllByRole("listitem").map((line) => within(line).getByRole("link"));
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Verify", "/personal/kyc"],
    ["Set up", "/personal/settings#security"],
    ["Trade", "/trading"],
    ["Deposit", "/personal/deposit"],
  ]);
});

test("an identity without a second factor lacks that alone", async () => {
  const kyc = { ...aClient().kyc, status: "approved" as const };
  serve("get", "/bff/auth/user", { client: aClient({ kyc }), transactions: [] });
  serve("get", "/v1/client/level", aClientLevel());

  await meet("advanced");

  await screen.findByText("Verified identity");
  const [identity, secondFactor] = screen.getAllByRole("listitem");
  expect(within(identity ?? document.body).getByRole("img")).toHaveAccessibleName("Met");
  expect(within(identity ?? document.body).queryByRole("link")).toBeNull();
  expect(within(secondFactor ?? document.body).getByRole("img")).toHaveAccessibleName("Not met");
});

test("a session that ends takes the modal along", async () => {
  await meet("starter");
  await screen.findByRole("dialog");

  act(clearSession);

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
