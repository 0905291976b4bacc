import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setCurrentClient } from "@/session/client";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { VerificationPage } from "./verification";

const NOW = new Date("2026-11-15T12:00:00Z");
const CREATED = NOW.getTime() / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  startSession("secret");
});

afterEach(() => {
  clearSession();
  vi.useRealTimers();
});

async function renderVerification(secondsAgo = 600) {
  const client = aClient({ email_is_confirmed: false, created_at: CREATED - secondsAgo });
  const asked = serve("get", "/bff/auth/user", { client, transactions: [] });
  const user = renderPage(<VerificationPage />, {
    at: "/register/verification",
    userEvents: { advanceTimers: vi.advanceTimersByTime },
  });
  return { user, asked, code: await screen.findByLabelText("Code from the email") };
}

test("the six digits confirm the address as soon as the last one is there", async () => {
  const requests = serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const { user, code } = await renderVerification();
  expect(screen.getByText("ad***@example.com")).toBeVisible();

  await user.type(code, "123456");

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?code=123456"]);
});

test("a pasted code may carry words around it", async () => {
  const requests = serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const { user, code } = await renderVerification();

  await user.click(code);
  await user.paste("Your code: 123 456");

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?code=123456"]);
});

test.each([
  [4, "Incorrect code. 4 attempts left."],
  [1, "Incorrect code. 1 attempt left."],
  [0, "This code has expired. Request a new one."],
])("a wrong code with %d attempts left is shown", async (left, text) => {
  serveProblem("patch", "/v1/client/email-confirmation", {
    status: 422,
    code: "CODE_INVALID",
    attempts_left: left,
  });
  const { user, code } = await renderVerification();

  await user.type(code, "000000");

  expect(await screen.findByText(text)).toBeVisible();
  expect(code).toHaveValue("");
  expect(user.location()).toBe("/register/verification");
});

test("an expired code is shown as such", async () => {
  serveProblem("patch", "/v1/client/email-confirmation", { status: 410, code: "CODE_EXPIRED" });
  const { user, code } = await renderVerification();

  await user.type(code, "123456");

  expect(await screen.findByText("This code has expired. Request a new one.")).toBeVisible();
});

test("the mail of the registration counts: another one can be asked for a minute later", async () => {
  const requests = serve("post", "/v1/client/resend-email-confirmation", { retry_after: 60 }, 202);
  const { user } = await renderVerification(50);
  expect(screen.queryByRole("button", { name: "Send new code" })).toBeNull();
  expect(screen.getByText(/Request a new code in/)).toHaveTextContent(/0:(10|09)$/);

  await vi.advanceTimersByTimeAsync(10_000);
  await user.click(await screen.findByRole("button", { name: "Send new code" }));

  expect(await screen.findByText(/Request a new code in/)).toHaveTextContent(/1:00|0:59/);
  expect(requests).toHaveLength(1);
});

test("asking too soon only corrects the clock", async () => {
  serveProblem(
    "post",
    "/v1/client/resend-email-confirmation",
    { status: 429, code: "CODE_RESEND_TOO_SOON" },
    { "Retry-After": "42" },
  );
  const { user } = await renderVerification();

  await user.click(screen.getByRole("button", { name: "Send new code" }));

  expect(await screen.findByText(/Request a new code in/)).toHaveTextContent(/0:4[12]/);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an address that was confirmed elsewhere meanwhile leads on", async () => {
  const { user } = await renderVerification();
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("post", "/v1/client/resend-email-confirmation", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT" }),
  );

  await user.click(screen.getByRole("button", { name: "Send new code" }));

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
});

test("a confirmed address leads on once, whatever of the client changes afterwards", async () => {
  serve("patch", "/v1/client/email-confirmation", { client: aClient() });
  const { user, code } = await renderVerification();
  await user.type(code, "123456");
  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));

  await user.visit("/trading/BTC-USDT");
  await act(async () => setCurrentClient(aClient({ email: "ada@example.org" })));

  expect(await screen.findByText("ad***@example.org")).toBeVisible();
  expect(user.location()).toBe("/trading/BTC-USDT");
});

test("whoever mistyped the address signs out and starts again", async () => {
  const ended = serve("delete", "/v1/token", null, 204);
  const { user } = await renderVerification();

  await user.click(screen.getByRole("button", { name: "Sign out and start again" }));

  await waitFor(() => expect(user.location()).toBe("/register"));
  expect(isSignedIn()).toBe(false);
  await waitFor(() => expect(ended).toHaveLength(1));
});
