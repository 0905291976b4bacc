import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { toast } from "@/design/toast";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { writeCookie } from "@/testing/cookies";
import { serve, serveProblem } from "@/testing/fake-server";
import { documentNavigation } from "./document-navigation";
import { watchSession } from "./session-watch";

const START = new Date("2026-11-15T12:00:00Z");
const lookAgain = vi.fn();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout"] });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  lookAgain.mockClear();
  queries.clear();
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [], has_deposited: false });
});

afterEach(() => {
  stop();
  clearSession();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

function goAwayFor(milliseconds: number) {
  setVisibility("hidden");
  vi.setSystemTime(Date.now() + milliseconds);
  setVisibility("visible");
}

const MINUTES = 60_000;

test("the token is validated at the start", async () => {
  startSession("secret");
  const requests = serve("get", "/bff/auth/validate", { valid: true });

  stop = watchSession(lookAgain);

  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(isSignedIn()).toBe(true);
  expect(lookAgain).not.toHaveBeenCalled();
});

test("the client is loaded at the start, before a page asks for it", async () => {
  startSession("secret");
  serve("get", "/bff/auth/validate", { valid: true });
  const requests = serve("get", "/bff/auth/user", {
    client: aClient(),
    transactions: [],
    has_deposited: false,
  });

  stop = watchSession(lookAgain);

  await vi.waitFor(() => expect(requests).toHaveLength(1));
});

test("a useless token is gone soon after the start, and the guards look again", async () => {
  startSession("expired");
  serveProblem("get", "/bff/auth/validate", { status: 401, code: "TOKEN_INVALID" });

  stop = watchSession(lookAgain);

  await vi.waitFor(() => expect(isSignedIn()).toBe(false));
  vi.runAllTimers();
  expect(lookAgain).toHaveBeenCalledOnce();
});

test("a tab that comes back after five minutes validates again, an earlier one does not", async () => {
  startSession("secret");
  const requests = serve("get", "/bff/auth/validate", { valid: true });
  stop = watchSession(lookAgain);
  await vi.waitFor(() => expect(requests).toHaveLength(1));

  goAwayFor(5 * MINUTES - 1);
  goAwayFor(5 * MINUTES);

  await vi.waitFor(() => expect(requests).toHaveLength(2));
});

test("a session ended by the server shows a toast, signing out does not", async () => {
  const addToast = vi.spyOn(toast, "add").mockReturnValue("toast-1");
  startSession("secret");
  serve("get", "/bff/auth/validate", { valid: true });
  stop = watchSession(lookAgain);
  clearSession();
  expect(addToast).not.toHaveBeenCalled();

  startSession("secret");
  serveProblem("get", "/bff/auth/validate", { status: 401, code: "TOKEN_INVALID" });
  goAwayFor(5 * MINUTES);

  await vi.waitFor(() => expect(isSignedIn()).toBe(false));
  expect(addToast).toHaveBeenCalledExactlyOnceWith({
    severity: "warn",
    summary: "You have been signed out",
    detail: "Your session has ended. Sign in again.",
  });
});

test("visitors are not asked about", () => {
  stop = watchSession(lookAgain);

  goAwayFor(10 * MINUTES);

  expect(lookAgain).not.toHaveBeenCalled();
});

test("coming in here needs no second look, going out does", () => {
  stop = watchSession(lookAgain);

  startSession("secret");
  vi.runAllTimers();
  expect(lookAgain).not.toHaveBeenCalled();

  clearSession();
  vi.runAllTimers();
  expect(lookAgain).toHaveBeenCalledOnce();
});

test.each([
  ["signed out", "secret", "token=; Max-Age=0"],
  ["signed in", null, "token=secret"],
])("having %s in another tab makes the guards look again", (_what, before, cookie) => {
  if (before) startSession(before);
  serve("get", "/bff/auth/validate", { valid: true });
  stop = watchSession(lookAgain);

  writeCookie(cookie);
  goAwayFor(1);
  vi.runAllTimers();

  expect(lookAgain).toHaveBeenCalledOnce();
});

test("somebody else in another tab makes a new document", () => {
  const reload = vi.spyOn(documentNavigation, "reload").mockImplementation(() => undefined);
  startSession("secret");
  serve("get", "/bff/auth/validate", { valid: true });
  stop = watchSession(lookAgain);

  writeCookie("token=other");
  goAwayFor(1);
  vi.runAllTimers();

  expect(reload).toHaveBeenCalledOnce();
  expect(lookAgain).not.toHaveBeenCalled();
});
