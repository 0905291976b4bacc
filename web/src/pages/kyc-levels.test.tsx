import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { aClient, aClientLevel, someLevels } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { KycLevelsPage } from "./kyc-levels";

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
});
afterEach(clearSession);

function signIn(level: Parameters<typeof aClientLevel>[0] = {}) {
  startSession("secret");
  const own = aClientLevel(level);
  serve("get", "/bff/auth/user", { client: aClient({ level: own.key }), transactions: [] });
  serve("get", "/v1/client/level", own);
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
const rowOf = (name: RegExp) => screen.findByRole("row", { name });

test("a visitor sees what each level takes and gives, and the way in", async () => {
  renderPage(<KycLevelsPage />, { at: "/kyc-levels" });

  expect(cellsOf(await rowOf(/^Starter/))).toEqual([
    "Starter",
    "Verified",
    "500 USDT",
    "100 USDT",
    "0.16% / 0.2%",
    "50,000 USDT",
  ]);
  expect(cellsOf(await rowOf(/^Guest/)).slice(1, 4)).toEqual(["None", "None", "None"]);
  expect(screen.queryByText("Your level")).toBeNull();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fkyc-levels");
});

test("what a level opens is named, and what is newer than its name shows as it is", async () => {
  renderPage(<KycLevelsPage />, { at: "/kyc-levels" });

  expect(await screen.findByText("Flexible earn")).toBeVisible();
  expect(screen.getByText("brand new thing")).toBeVisible();
});

test("a client sees the own level and how far the next one is", async () => {
  signIn({
    volume_30d: "125.5",
    balance: "40",
    next: { key: "starter", missing: { kyc: true, volume_30d: "374.5", balance: "60" } },
  });
  renderPage(<KycLevelsPage />, { at: "/kyc-levels" });

  expect(await screen.findByRole("heading", { name: "To reach Starter" })).toBeVisible();
  expect(within(await rowOf(/^Guest/)).getByText("Your level")).toBeVisible();
  const volume = screen.getByRole("progressbar", { name: "30-day volume" });
  expect(volume).toHaveAttribute("aria-valuenow", "25");
  expect(volume).toHaveAttribute("aria-valuetext", "125.5 of 500 USDT");
  expect(screen.getByRole("progressbar", { name: "Balance" })).toHaveAttribute("aria-valuenow", "40");
  expect(screen.getByRole("progressbar", { name: "Withdrawn today" })).toHaveAttribute(
    "aria-valuetext",
    "0 of 1,000 USDT",
  );
  expect(screen.getByRole("img", { name: "Not met" })).toBeVisible();
});

test("conditions that hold are ticked", async () => {
  const missing = { kyc: false, two_factor: true, volume_30d: "25000", balance: "2500" };
  signIn({ key: "starter", rank: 1, name: "Starter", next: { key: "advanced", missing } });
  renderPage(<KycLevelsPage />, { at: "/kyc-levels" });

  await screen.findByRole("heading", { name: "To reach Advanced" });
  const [identity, secondFactor] = within(
    screen.getByText("Verified identity").closest("ul") ?? document.body,
  ).getAllByRole("listitem");
  expect(within(identity as HTMLElement).getByRole("img", { name: "Met" })).toBeVisible();
  expect(within(secondFactor as HTMLElement).getByRole("img", { name: "Not met" })).toBeVisible();
});

test("the highest level has no way up", async () => {
  signIn({ key: "advanced", rank: 2, name: "Advanced", next: null });
  renderPage(<KycLevelsPage />, { at: "/kyc-levels" });

  expect(await screen.findByText("You’re at the top level.")).toBeVisible();
});

test("levels that do not load can be asked for again", async () => {
  serveProblem("get", "/v1/levels", { status: 500, code: "INTERNAL" });
  const user = renderPage(<KycLevelsPage />, { at: "/kyc-levels" });
  const retry = await screen.findByRole("button", { name: "Try again" });

  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  await user.click(retry);

  expect(await rowOf(/^Starter/)).toBeVisible();
});
