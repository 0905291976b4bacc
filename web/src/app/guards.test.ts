import { afterEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { getGuard, guardsOf } from "./guards";

afterEach(clearSession);

const at = (href: string, search = {}) => ({ href, search });

test("auth-redirect lets visitors in", () => {
  expect(getGuard("auth-redirect")(at("/login"))).toBeNull();
});

test("auth-redirect sends clients on to where they were going, or to their dashboard", () => {
  startSession("secret");

  expect(getGuard("auth-redirect")(at("/login"))).toBe("/personal/dashboard");
  expect(getGuard("auth-redirect")(at("/login?next=…", { next: "/personal/assets?coin=BTC" }))).toBe(
    "/personal/assets?coin=BTC",
  );
  expect(getGuard("auth-redirect")(at("/login?next=…", { next: "//evil.example" }))).toBe(
    "/personal/dashboard",
  );
});

test("profile-redirect sends visitors to the login and remembers the whole address", () => {
  expect(getGuard("profile-redirect")(at("/personal/orders?symbol=BTC-USDT&status=open"))).toBe(
    "/login?next=%2Fpersonal%2Forders%3Fsymbol%3DBTC-USDT%26status%3Dopen",
  );
});

test("profile-redirect lets clients in", () => {
  startSession("secret");
  expect(getGuard("profile-redirect")(at("/personal/orders"))).toBeNull();
});

test("register-verification-redirect sends those who have no account to the sign-up", () => {
  expect(getGuard("register-verification-redirect")(at("/register/verification"))).toBe("/register");

  startSession("secret");
  expect(getGuard("register-verification-redirect")(at("/register/verification"))).toBeNull();
});

test.each(["no-such-guard", "constructor", "toString"])("the guard %s is unknown", (name) => {
  expect(() => getGuard(name)).toThrow(new Error("Unknown route middleware"));
});

test("a rule switches guards on and off for its path", () => {
  const profile = getGuard("profile-redirect");
  const auth = getGuard("auth-redirect");

  expect(guardsOf(undefined, {})).toEqual([]);
  expect(guardsOf("profile-redirect", {})).toEqual([profile]);
  expect(guardsOf("profile-redirect", { "profile-redirect": false })).toEqual([]);
  expect(guardsOf(undefined, { "profile-redirect": true })).toEqual([profile]);
  expect(guardsOf("profile-redirect", { "auth-redirect": true })).toEqual([profile, auth]);
});

test.each([true, false])("a rule that sets an unknown guard to %s is an error", (isOn) => {
  expect(() => guardsOf(undefined, { "profil-redirect": isOn })).toThrow("Unknown route middleware");
});
