import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, isSignedIn } from "@/session/session";
import { readToken } from "@/session/token";
import { aClient } from "@/testing/builders";
import { aPasskey, PASSKEY_OPTIONS, stubCredentials } from "@/testing/credentials";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { LoginPage } from "./login";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});

afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const TOKEN = { raw_token: "fresh-token", expires_at: 1_800_000_000 };

function serveClient(parts: Parameters<typeof aClient>[0] = {}) {
  return serve("get", "/bff/auth/user", { client: aClient(parts), transactions: [] });
}

async function logIn(at = "/login", password = "a long passphrase") {
  const user = renderPage(<LoginPage />, { at });
  await user.type(await screen.findByLabelText("Email address"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  return user;
}

const bodies = (requests: Request[]) => Promise.all(requests.map((request) => request.clone().json()));

test("the right password stores the token and leads to the dashboard", async () => {
  const requests = serve("post", "/v1/token", TOKEN, 201);
  serveClient();

  const user = await logIn();

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect(readToken()).toBe("fresh-token");
  expect(await bodies(requests)).toEqual([{ login: "ada@example.com", password: "a long passphrase" }]);
});

test.each([
  ["%2Fpersonal%2Fassets%3Fcoin%3DBTC", "/personal/assets?coin=BTC"],
  ["%2F%2Fevil.example", "/personal/dashboard"],
  ["https%3A%2F%2Fevil.example", "/personal/dashboard"],
])("next=%s leads to %s", async (next, target) => {
  serve("post", "/v1/token", TOKEN, 201);
  serveClient();

  const user = await logIn(`/login?next=${next}`);

  await waitFor(() => expect(user.location()).toBe(target));
});

test("an unconfirmed address is confirmed first", async () => {
  serve("post", "/v1/token", TOKEN, 201);
  serveClient({ email_is_confirmed: false });

  const user = await logIn("/login?next=%2Fpersonal%2Fassets");

  await waitFor(() => expect(user.location()).toBe("/register/verification"));
});

test("a wrong password is reported without saying which of the two was wrong", async () => {
  serveProblem("post", "/v1/token", { status: 401, code: "INVALID_CREDENTIALS" });

  const user = await logIn();

  expect(await screen.findByRole("alert")).toHaveTextContent("Incorrect email or password.");
  expect(isSignedIn()).toBe(false);
  expect(user.location()).toBe("/login");
});

test("empty fields are asked for before anything is sent", async () => {
  const user = renderPage(<LoginPage />, { at: "/login" });

  await user.click(await screen.findByRole("button", { name: "Sign in" }));

  expect(await screen.findByText("Enter your email address.")).toBeVisible();
  expect(screen.getByText("Enter your password.")).toBeVisible();
  expect(screen.getByLabelText("Email address")).toHaveFocus();
});

test("after too many tries the form waits, and says for how long", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveProblem("post", "/v1/token", { status: 429, code: "TOO_MANY_ATTEMPTS" }, { "Retry-After": "60" });

  await logIn();

  expect(await screen.findByText(/Try again in 1:00\.|Try again in 0:59\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();
  expect(screen.getByRole("link", { name: "Get a sign-in link by email" })).toHaveAttribute(
    "href",
    "/knock-knock",
  );

  await vi.advanceTimersByTimeAsync(60_000);
  expect(await screen.findByText("You can try again now.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

/** Requires a second factor and accepts the right one. */
function serveSecondFactor(methods: string[], right: Record<string, string>) {
  return serve("post", "/v1/token", async ({ request }) => {
    const draft = (await request.json()) as Record<string, string>;
    if (draft.totp === undefined && draft.recovery_code === undefined) {
      return problemResponse({ status: 401, code: "TWO_FACTOR_REQUIRED", methods });
    }
    const isRight = Object.entries(right).every(([name, value]) => draft[name] === value);
    return isRight ? TOKEN : problemResponse({ status: 401, code: "INVALID_CREDENTIALS" });
  });
}

test("the second factor is asked for, and a wrong code can be tried again", async () => {
  const requests = serveSecondFactor(["totp"], { totp: "123456" });
  serveClient();
  const user = await logIn("/login?next=%2Fpersonal%2Forders");

  const code = await screen.findByLabelText("Code from your authenticator app");
  await user.type(code, "000000");
  expect(await screen.findByText("Incorrect code. Wait for the next one and try again.")).toBeVisible();
  expect(code).toHaveValue("");

  await user.type(code, "123456");
  await waitFor(() => expect(user.location()).toBe("/personal/orders"));
  expect((await bodies(requests)).at(-1)).toEqual({
    login: "ada@example.com",
    password: "a long passphrase",
    totp: "123456",
  });
});

test("a recovery code does as well", async () => {
  const requests = serveSecondFactor(["totp", "recovery_code"], { recovery_code: "abcd-efgh" });
  serveClient();
  const user = await logIn();

  await user.click(await screen.findByRole("button", { name: "Use a recovery code" }));
  await user.type(screen.getByLabelText("Recovery code"), "abcd-efgh");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect((await bodies(requests)).at(-1)).toMatchObject({ recovery_code: "abcd-efgh" });
});

test("one can go back from the second factor", async () => {
  serveSecondFactor(["totp"], {});
  const user = await logIn();

  await user.click(await screen.findByRole("button", { name: "Back" }));

  expect(screen.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a passkey is both factors", async () => {
  serve("post", "/v1/token/passkey/options", PASSKEY_OPTIONS);
  const requests = serve("post", "/v1/token/passkey", TOKEN, 201);
  serveClient();
  stubCredentials({ get: async () => aPasskey() });
  const user = renderPage(<LoginPage />, { at: "/login" });

  await user.click(await screen.findByRole("button", { name: "Use a passkey" }));

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect(await bodies(requests)).toMatchObject([
    { credential: { id: "AQI", response: { signature: "BQ" } } },
  ]);
});

test("whoever closes the browser's question is left in peace", async () => {
  serve("post", "/v1/token/passkey/options", PASSKEY_OPTIONS);
  stubCredentials({ get: () => Promise.reject(new DOMException("", "NotAllowedError")) });
  const user = renderPage(<LoginPage />, { at: "/login" });

  await user.click(await screen.findByRole("button", { name: "Use a passkey" }));

  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Use a passkey" })).not.toHaveAttribute("aria-busy"),
  );
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a hostname at which passkeys do not work is reported", async () => {
  serveProblem("post", "/v1/token/passkey/options", {
    status: 409,
    code: "STATE_CONFLICT",
    detail: "Passkeys need a name, and 127.0.0.1 is a number.",
  });
  stubCredentials({ get: () => Promise.reject(new Error("never asked")) });
  const user = renderPage(<LoginPage />, { at: "/login" });

  await user.click(await screen.findByRole("button", { name: "Use a passkey" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Passkeys need a name, and 127.0.0.1 is a number.",
  );
});

test("other ways in keep where one was going", async () => {
  renderPage(<LoginPage />, { at: "/login?next=%2Fearn" });

  expect(await screen.findByRole("link", { name: "Sign in with an email link" })).toHaveAttribute(
    "href",
    "/knock-knock?next=%2Fearn",
  );
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/password");
  expect(screen.getByRole("link", { name: "Create one" })).toHaveAttribute("href", "/register");
});
