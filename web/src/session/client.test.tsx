import { QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, unwrap } from "@/api/client";
import { ProblemError } from "@/api/problem-error";
import { queries } from "@/api/queries";
import { aClient } from "@/testing/builders";
import { problemResponse, serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { recordSessionEnds } from "@/testing/record-session-ends";
import {
  currentClientQuery,
  enterSession,
  loadCurrentClient,
  setCurrentClient,
  signOut,
  useCurrentClient,
} from "./client";
import { clearSession, isSignedIn, startSession } from "./session";

const ENDED = { status: 401, code: "TOKEN_INVALID" };
const known = { client: aClient(), transactions: [] };

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  clearSession();
  queries.clear();
  history.replaceState(null, "", "/");
});

function Email() {
  return <p>{useCurrentClient()?.email ?? "nobody"}</p>;
}

function renderEmail() {
  render(
    <QueryClientProvider client={queries}>
      <Email />
    </QueryClientProvider>,
  );
}

test("coming in stores the token, sends it along and loads whose it is", async () => {
  const requests = serve("get", "/bff/auth/user", known);

  const client = await enterSession("secret");

  expect(client.email).toBe("ada@example.com");
  expect(isSignedIn()).toBe(true);
  expect(requests.map(({ headers }) => headers.get("X-Token"))).toEqual(["secret"]);
  expect(await loadCurrentClient()).toEqual(client);
  expect(requests).toHaveLength(1);
});

test("coming in fails, and leaves nothing behind, when the client does not load", async () => {
  serveProblem("get", "/bff/auth/user", { status: 500, code: "INTERNAL" });

  await expect(enterSession("secret")).rejects.toBeInstanceOf(ProblemError);

  expect(isSignedIn()).toBe(false);
});

test("a visitor is nobody, and nothing is asked", async () => {
  renderEmail();

  expect(screen.getByText("nobody")).toBeVisible();
  expect(await loadCurrentClient()).toBeNull();
});

test.each([
  [{ status: 401, code: "TOKEN_INVALID" }, "Your session has ended. Sign in again."],
  [
    { status: 429, code: "RATE_LIMITED", detail: "Too many requests. Try again in 9 seconds." },
    "You were signed out because your account couldn’t be loaded. Too many requests. Try again in 9 seconds.",
  ],
  [
    { status: 503, code: "ENGINE_UNAVAILABLE", title: "The exchange is restarting" },
    "You were signed out because the server couldn’t load your account. Wait a moment, then sign in again.",
  ],
])("a first load that is answered with %j ends the session and says why", async (problem, reason) => {
  startSession("secret");
  const reasons = recordSessionEnds();
  serveProblem("get", "/bff/auth/user", problem);

  renderEmail();

  await waitFor(() => expect(isSignedIn()).toBe(false));
  expect(screen.getByText("nobody")).toBeVisible();
  expect(reasons).toEqual([reason]);
});

test("a first load that gets no answer leaves the session alone", async () => {
  startSession("secret");
  serveNothing("get", "/bff/auth/user");

  renderEmail();

  await waitFor(() => expect(queries.getQueryState(currentClientQuery.queryKey)?.status).toBe("error"));
  expect(isSignedIn()).toBe(true);
});

test("calls given up because the page is left do not end the session", async () => {
  vi.spyOn(Date, "now").mockReturnValue(60_000);
  startSession("secret");
  window.dispatchEvent(new Event("beforeunload"));
  serveProblem("get", "/bff/auth/user", { status: 500, code: "INTERNAL" });

  await expect(loadCurrentClient()).rejects.toThrow();
  expect(isSignedIn()).toBe(true);

  // If the document stays after all, errors are handled as usual.
  vi.spyOn(Date, "now").mockReturnValue(70_001);
  expect(await loadCurrentClient()).toBeNull();
  expect(isSignedIn()).toBe(false);
});

test("a known client outlives a lost connection, but not a refused token", async () => {
  serve("get", "/bff/auth/user", known);
  await enterSession("secret");

  serveNothing("get", "/bff/auth/user");
  await queries.refetchQueries(currentClientQuery);
  serveProblem("get", "/bff/auth/user", { status: 503, code: "ENGINE_UNAVAILABLE" });
  await queries.refetchQueries(currentClientQuery);
  expect(isSignedIn()).toBe(true);
  expect((await loadCurrentClient())?.email).toBe("ada@example.com");

  serveProblem("get", "/bff/auth/user", ENDED);
  await queries.refetchQueries(currentClientQuery);
  expect(isSignedIn()).toBe(false);
});

test("a changed client is shown immediately", async () => {
  serve("get", "/bff/auth/user", known);
  await enterSession("secret");
  renderEmail();

  act(() => setCurrentClient(aClient({ email: "new@example.com" })));

  expect(await screen.findByText("new@example.com")).toBeVisible();
});

test("what one client has loaded is gone for the next one", async () => {
  serve("get", "/bff/auth/user", known);
  await enterSession("secret");
  queries.setQueryData(["private"], ["mine"]);

  clearSession();

  expect(queries.getQueryData(["private"])).toBeUndefined();
  expect(queries.getQueryData(currentClientQuery.queryKey)).toBeUndefined();
});

function Caller({ kind }: { kind: "query" | "mutation" }) {
  const call = () => unwrap(api.GET("/v1/client/level"));
  useQuery({ queryKey: ["level"], queryFn: call, enabled: kind === "query" });
  const mutation = useMutation({ mutationFn: call });
  return (
    <button type="button" onClick={() => mutation.mutate()}>
      call
    </button>
  );
}

test.each(["query", "mutation"] as const)(
  "a %s that is refused for its token ends the session",
  async (kind) => {
    startSession("secret");
    serveProblem("get", "/v1/client/level", ENDED);

    render(
      <QueryClientProvider client={queries}>
        <Caller kind={kind} />
      </QueryClientProvider>,
    );
    if (kind === "mutation") screen.getByRole("button").click();

    await waitFor(() => expect(isSignedIn()).toBe(false));
  },
);

test("other refusals leave the session alone", async () => {
  startSession("secret");
  serveProblem("get", "/v1/client/level", { status: 401, code: "INVALID_CREDENTIALS" });

  await queries.prefetchQuery({
    queryKey: ["level"],
    queryFn: () => unwrap(api.GET("/v1/client/level")),
  });

  expect(isSignedIn()).toBe(true);
});

test("signing out clears the token immediately and revokes it on the server", async () => {
  startSession("secret");
  const requests = serve("delete", "/v1/token", null, 204);

  const isSignedOut = signOut();

  expect(isSignedIn()).toBe(false);
  expect(await isSignedOut).toBe(true);
  expect(requests.map(({ headers }) => headers.get("X-Token"))).toEqual(["secret"]);
});

test.each([
  ["has ended the session already", () => problemResponse(ENDED), true],
  ["fails", () => problemResponse({ status: 500, code: "INTERNAL" }), false],
])("signing out from a server that %s", async (_what, answer, isRevoked) => {
  startSession("secret");
  serve("delete", "/v1/token", answer);

  expect(await signOut()).toBe(isRevoked);
  expect(isSignedIn()).toBe(false);
});

afterEach(() => clearSession());
