import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { type GuardName, getGuard, guardsOf } from "./guards";

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(clearSession);

const at = (href: string, search = {}) => ({ href, search });

/** Signs in with a valid token. */
function signIn(parts: Parameters<typeof aClient>[0] = {}) {
  startSession("secret");
  return serve("get", "/bff/auth/user", { client: aClient(parts), transactions: [] });
}

/** Signs in with a token that the server rejects. */
function signInInVain() {
  startSession("expired");
  return serveProblem("get", "/bff/auth/user", { status: 401, code: "TOKEN_INVALID" });
}

const AUTH = getGuard("auth-redirect");
const PROFILE = getGuard("profile-redirect");
const VERIFICATION = getGuard("register-verification-redirect");

test("auth-redirect lets visitors in", async () => {
  expect(await AUTH(at("/login"))).toBeNull();
});

test("auth-redirect sends a client whose address is unconfirmed to confirm it, whatever comes next", async () => {
  signIn({ email_is_confirmed: false });

  expect(await AUTH(at("/login", { next: "/personal/assets" }))).toBe("/register/verification");
});

test.each([
  [undefined, "/personal/dashboard"],
  ["/personal/assets?coin=BTC", "/personal/assets?coin=BTC"],
  ["//evil.example", "/personal/dashboard"],
  ["/\\evil.example", "/personal/dashboard"],
  ["https://evil.example", "/personal/dashboard"],
  [["/a", "/b"], "/personal/dashboard"],
])("auth-redirect with next=%j sends a client to %s", async (next, target) => {
  signIn();

  expect(await AUTH(at("/login", { next }))).toBe(target);
});

test("auth-redirect lets whoever has a useless token stay, without it", async () => {
  signInInVain();

  expect(await AUTH(at("/login"))).toBeNull();
  expect(isSignedIn()).toBe(false);
});

test("profile-redirect sends visitors to the login and remembers the whole address", async () => {
  expect(await PROFILE(at("/personal/orders?symbol=BTC-USDT&status=open"))).toBe(
    "/login?next=%2Fpersonal%2Forders%3Fsymbol%3DBTC-USDT%26status%3Dopen",
  );
});

test("profile-redirect waits for the client once, and lets him in", async () => {
  const requests = signIn();

  expect(await PROFILE(at("/personal/orders"))).toBeNull();
  expect(await PROFILE(at("/personal/assets"))).toBeNull();
  expect(requests).toHaveLength(1);
});

test.each(["unverified", "pending", "rejected", "revoked"] as const)(
  "profile-redirect lets a client in whose identity is %s",
  async (status) => {
    signIn({ kyc: { ...aClient().kyc, status } });

    expect(await PROFILE(at("/personal/orders"))).toBeNull();
  },
);

test("profile-redirect sends a client whose address is unconfirmed to confirm it", async () => {
  signIn({ email_is_confirmed: false });

  expect(await PROFILE(at("/personal/orders"))).toBe("/register/verification");
});

test("profile-redirect ends a session whose client does not load and sends to the login", async () => {
  signInInVain();

  expect(await PROFILE(at("/personal/orders"))).toBe("/login?next=%2Fpersonal%2Forders");
  expect(isSignedIn()).toBe(false);
});

test.each([429, 500, 503])("a first load that is answered with %i ends the session", async (status) => {
  startSession("secret");
  serveProblem("get", "/bff/auth/user", { status, code: "FAILED" });

  expect(await PROFILE(at("/personal/orders"))).toBe("/login?next=%2Fpersonal%2Forders");
  expect(isSignedIn()).toBe(false);
});

test("without an answer the session stays: pages that need the client fail, signing in remains possible", async () => {
  startSession("secret");
  serveNothing("get", "/bff/auth/user");

  await expect(PROFILE(at("/personal/orders"))).rejects.toMatchObject({ code: "NETWORK", status: 0 });
  await expect(VERIFICATION(at("/register/verification"))).rejects.toMatchObject({ code: "NETWORK" });
  expect(await AUTH(at("/login"))).toBeNull();
  expect(isSignedIn()).toBe(true);
});

test("register-verification-redirect sends those who have no account to the sign-up", async () => {
  expect(await VERIFICATION(at("/register/verification"))).toBe("/register");
});

test("register-verification-redirect lets those in whose address is unconfirmed", async () => {
  signIn({ email_is_confirmed: false });

  expect(await VERIFICATION(at("/register/verification"))).toBeNull();
});

test("register-verification-redirect sends those whose address is confirmed to their dashboard", async () => {
  signIn();

  expect(await VERIFICATION(at("/register/verification"))).toBe("/personal/dashboard");
});

test("register-verification-redirect takes a useless token for none", async () => {
  signInInVain();

  expect(await VERIFICATION(at("/register/verification"))).toBe("/register");
  expect(isSignedIn()).toBe(false);
});

const PLACES: Record<string, GuardName> = {
  "/login": "auth-redirect",
  "/register": "auth-redirect",
  "/register/verification": "register-verification-redirect",
  "/personal/dashboard": "profile-redirect",
};

function redirectOf(href: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(href, location.origin);
  const guard = PLACES[pathname];
  return guard ? getGuard(guard)(at(href, Object.fromEntries(searchParams))) : Promise.resolve(null);
}

test.each([
  ["a visitor", () => undefined],
  ["a client", () => signIn()],
  ["a client with an unconfirmed address", () => signIn({ email_is_confirmed: false })],
  ["somebody with a useless token", signInInVain],
])("the guards never send %s in a circle", async (_who, arrive) => {
  for (const start of Object.keys(PLACES)) {
    arrive();
    let redirects = 0;
    for (let place: string | null = start; place !== null; place = await redirectOf(place)) {
      expect(redirects++).toBeLessThan(3);
    }
  }
});

test.each(["no-such-guard", "constructor", "toString"])("the guard %s is unknown", (name) => {
  expect(() => getGuard(name)).toThrow(new Error("Unknown route middleware"));
});

test("a rule switches guards on and off for its path", () => {
  expect(guardsOf(undefined, {})).toEqual([]);
  expect(guardsOf("profile-redirect", {})).toEqual([PROFILE]);
  expect(guardsOf("profile-redirect", { "profile-redirect": false })).toEqual([]);
  expect(guardsOf(undefined, { "profile-redirect": true })).toEqual([PROFILE]);
  expect(guardsOf("profile-redirect", { "auth-redirect": true })).toEqual([PROFILE, AUTH]);
});

test.each([true, false])("a rule that sets an unknown guard to %s is an error", (isOn) => {
  expect(() => guardsOf(undefined, { "profil-redirect": isOn })).toThrow("Unknown route middleware");
});
