import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCurrentClient } from "@/session/client";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { EmailPage } from "./email";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});
afterEach(clearSession);

const LINK = "/email?code=a-long-code";
const confirmButton = () => screen.findByRole("button", { name: "Confirm" });

test("a press confirms the address, the visit alone does not", async () => {
  const requests = serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const user = renderPage(<EmailPage />, { at: LINK });
  const button = await confirmButton();
  expect(requests).toHaveLength(0);

  await user.click(button);

  expect(await screen.findByRole("status")).toHaveTextContent("ad***@example.com is confirmed.");
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?code=a-long-code"]);
});

test("whoever is signed in here goes on to the dashboard, confirmed", async () => {
  startSession("secret");
  const client = aClient({ email_is_confirmed: false });
  serve("get", "/bff/auth/user", { client, transactions: [] });
  serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const user = renderPage(<EmailPage />, { at: LINK });

  await user.click(await confirmButton());

  expect(await screen.findByRole("link", { name: "Go to dashboard" })).toHaveAttribute(
    "href",
    "/personal/dashboard",
  );
  expect((await loadCurrentClient())?.email_is_confirmed).toBe(true);
});

test("a press before the client is known counts for the client", async () => {
  startSession("secret");
  const known = { client: aClient({ email_is_confirmed: false }), transactions: [] };
  let respond = () => {};
  const response = new Promise<typeof known>((resolve) => {
    respond = () => resolve(known);
  });
  serve("get", "/bff/auth/user", () => response);
  serve("patch", "/v1/client/email-confirmation", () => {
    respond();
    return { client: aClient() };
  });
  const user = renderPage(<EmailPage />, { at: LINK });

  await user.click(await confirmButton());

  expect(await screen.findByRole("link", { name: "Go to dashboard" })).toBeVisible();
  expect((await loadCurrentClient())?.email_is_confirmed).toBe(true);
});

test("the link of another account leaves the one here as it is", async () => {
  startSession("secret");
  const client = aClient({ id: "another", email_is_confirmed: false });
  serve("get", "/bff/auth/user", { client, transactions: [] });
  serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const user = renderPage(<EmailPage />, { at: LINK });
  await waitFor(async () => expect(await loadCurrentClient()).not.toBeNull());

  await user.click(await confirmButton());

  await screen.findByRole("status");
  expect((await loadCurrentClient())?.email_is_confirmed).toBe(false);
});

test.each([
  ["CODE_EXPIRED", 410],
  ["CODE_INVALID", 422],
])("a dead link (%s) says so and leads on", async (code, status) => {
  serveProblem("patch", "/v1/client/email-confirmation", { status, code, attempts_left: 0 });
  const user = renderPage(<EmailPage />, { at: LINK });

  await user.click(await confirmButton());

  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/login");
});

test("whoever only reads the mail signs in first, or takes the account over with a new password", async () => {
  serveProblem("patch", "/v1/client/email-confirmation", { status: 401, code: "TOKEN_INVALID" });
  const user = renderPage(<EmailPage />, { at: LINK });

  await user.click(await confirmButton());

  expect(await screen.findByRole("heading", { name: "Sign in to confirm" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Femail%3Fcode%3Da-long-code",
  );
  expect(screen.getByRole("link", { name: "Set a new password" })).toHaveAttribute("href", "/password");
});

test("a failed call can be tried again", async () => {
  serveProblem("patch", "/v1/client/email-confirmation", { status: 500, code: "INTERNAL", detail: "Sorry." });
  const user = renderPage(<EmailPage />, { at: LINK });

  await user.click(await confirmButton());

  expect(await screen.findByRole("alert")).toHaveTextContent("Sorry.");
  expect(await confirmButton()).toBeEnabled();
});

test("without a link a visitor learns how an address is changed, and logs in for it", async () => {
  renderPage(<EmailPage />, { at: "/email" });

  expect(await screen.findByRole("heading", { name: "To change it" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fpersonal%2Fsettings",
  );
});

test("a client sees which address is his", async () => {
  startSession("secret");
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });

  renderPage(<EmailPage />, { at: "/email" });

  expect(await screen.findByText("You sign in as ad***@example.com.")).toBeVisible();
});

test("a client who has not confirmed it yet is led to do so", async () => {
  startSession("secret");
  serve("get", "/bff/auth/user", { client: aClient({ email_is_confirmed: false }), transactions: [] });

  renderPage(<EmailPage />, { at: "/email" });

  expect(await screen.findByRole("link", { name: "Confirm your email" })).toHaveAttribute(
    "href",
    "/register/verification",
  );
});
