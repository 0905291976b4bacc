import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, unwrap } from "@/api/client";
import { queries } from "@/api/queries";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { recordSessionEnds } from "@/testing/record-session-ends";
import { validateSession } from "./client";
import { clearSession, isSignedIn, startSession } from "./session";

const ENDED = { status: 401, code: "TOKEN_INVALID" };

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  history.replaceState(null, "", "/");
});
afterEach(() => {
  clearSession();
  history.replaceState(null, "", "/");
});

test("a valid token stays", async () => {
  startSession("secret");
  const requests = serve("get", "/bff/auth/validate", { valid: true });

  await validateSession();

  expect(isSignedIn()).toBe(true);
  expect(requests.map(({ credentials }) => credentials)).toEqual(["include"]);
});

test.each([
  ["refused", () => serveProblem("get", "/bff/auth/validate", ENDED)],
  ["answered with no", () => serve("get", "/bff/auth/validate", { valid: false })],
])("a validation that is %s ends the session", async (_how, answer) => {
  startSession("secret");
  const reasons = recordSessionEnds();
  answer();

  await validateSession();

  expect(isSignedIn()).toBe(false);
  expect(reasons).toEqual(["Your session has ended. Sign in again."]);
});

test.each([
  { status: 401, code: "INVALID_CREDENTIALS" },
  { status: 429, code: "RATE_LIMITED" },
  { status: 502, code: "BAD_RESPONSE" },
  { status: 503, code: "ENGINE_UNAVAILABLE" },
])("a validation that fails with %j says nothing about the token", async (problem) => {
  startSession("secret");
  const asked = serveProblem("get", "/bff/auth/validate", problem);

  await validateSession();

  expect(asked.length).toBeGreaterThan(0);
  expect(isSignedIn()).toBe(true);
});

test("a validation that gets no answer says nothing about the token", async () => {
  startSession("secret");
  serveNothing("get", "/bff/auth/validate");

  await validateSession();

  expect(isSignedIn()).toBe(true);
});

test("the console, which calls in the operator's name, leaves the client's session alone", async () => {
  startSession("token");
  history.replaceState(null, "", "/operator/clients");
  const validations = serveProblem("get", "/bff/auth/validate", ENDED);
  serveProblem("get", "/operator/me", ENDED);

  await validateSession();
  await expect(
    queries.fetchQuery({ queryKey: ["console"], queryFn: () => unwrap(api.GET("/operator/me")) }),
  ).rejects.toThrow();

  expect(validations).toEqual([]);
  expect(isSignedIn()).toBe(true);
});

test("a visitor's token is not validated", async () => {
  await validateSession();

  expect(isSignedIn()).toBe(false);
});
