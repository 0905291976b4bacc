import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeCookie } from "@/testing/cookies";
import { problemResponse, serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { api, unwrap } from "./client";
import { ProblemError } from "./problem-error";

const RULE = { path: "/earn", redirect: null, app_middleware: {}, ttl: 60 };

const askRule = (signal?: AbortSignal) =>
  unwrap(api.GET("/bff/rules", { params: { query: { path: "/earn" } }, ...(signal && { signal }) }));

async function failure(call: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await call.then(
    () => expect.unreachable("The call should fail"),
    (cause: unknown) => cause,
  );
  if (!(error instanceof ProblemError)) throw error;
  return error;
}

const clearToken = () => writeCookie("token=; Max-Age=0");

beforeEach(clearToken);
afterEach(clearToken);
afterEach(() => vi.useRealTimers());

test("the answer's data comes back", async () => {
  const requests = serve("get", "/bff/rules", RULE);

  expect(await askRule()).toEqual(RULE);
  expect(requests.map((request) => request.url)).toEqual([`${location.origin}/api/bff/rules?path=%2Fearn`]);
});

test("every request names the site, and the token only where there is one", async () => {
  const requests = serve("get", "/bff/rules", RULE);

  await askRule();
  writeCookie("token=a%2Bb");
  await askRule();

  expect(requests.map((request) => request.headers.get("X-Site"))).toEqual(["localhost", "localhost"]);
  expect(requests.map((request) => request.headers.get("X-Token"))).toEqual([null, "a+b"]);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  "a read that meets status %i is tried once more",
  async (status) => {
    let calls = 0;
    serve("get", "/bff/rules", () => (++calls === 1 ? problemResponse({ status, code: "ANY" }) : RULE));

    expect(await askRule()).toEqual(RULE);
    expect(calls).toBe(2);
  },
);

test("a read that keeps failing is not tried a third time", async () => {
  const requests = serveProblem("get", "/bff/rules", { status: 503, code: "ENGINE_UNAVAILABLE" });

  expect((await failure(askRule())).code).toBe("ENGINE_UNAVAILABLE");
  expect(requests).toHaveLength(2);
});

test.each([400, 401, 403, 404, 410, 422, 501])(
  "a read that meets status %i is not repeated",
  async (status) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const requests = serveProblem("get", "/bff/rules", { status, code: "ANY" });

    expect((await failure(askRule())).status).toBe(status);
    expect(requests).toHaveLength(1);
  },
);

test("a change is never repeated", async () => {
  const requests = serveProblem("post", "/v1/order", { status: 503, code: "ENGINE_UNAVAILABLE" });
  const post = api.POST as unknown as (path: string, init: object) => ReturnType<typeof api.GET>;

  expect((await failure(unwrap(post("/v1/order", { body: { side: "buy" } })))).status).toBe(503);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers.get("Content-Type")).toBe("application/json");
  expect(await requests[0]?.json()).toEqual({ side: "buy" });
});

test.each([
  ["1", 1_000],
  ["3600", 2_000],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
])(
  "the second try waits as long as the server asks (%s), but two seconds at most",
  async (after, pauseMs) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pauses = vi.spyOn(globalThis, "setTimeout");
    let calls = 0;
    serve("get", "/bff/rules", () => {
      const refusal = problemResponse({ status: 429, code: "RATE_LIMITED" }, { "Retry-After": after });
      return ++calls === 1 ? refusal : RULE;
    });

    const call = askRule();
    await vi.waitFor(() => expect(pauses).toHaveBeenCalledWith(expect.any(Function), pauseMs));
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(pauseMs);

    expect(await call).toEqual(RULE);
    expect(calls).toBe(2);
  },
);

test("an unauthorised call leaves a warning and still fails", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  serveProblem("get", "/bff/rules", { status: 401, code: "TOKEN_INVALID" });

  expect((await failure(askRule())).code).toBe("TOKEN_INVALID");
  expect(warn.mock.calls).toEqual([["Unauthorized"]]);
});

test("a refusal arrives with everything the server said", async () => {
  const errors = [{ field: "path", code: "TOO_LONG", message: "At most 2,000 characters." }];
  serveProblem("get", "/bff/rules", {
    status: 422,
    code: "VALIDATION_FAILED",
    title: "Some fields need another value.",
    detail: "The path is too long.",
    errors,
    request_id: "0192",
    attempts_left: 3,
  });

  expect(await failure(askRule())).toMatchObject({
    status: 422,
    code: "VALIDATION_FAILED",
    title: "Some fields need another value.",
    detail: "The path is too long.",
    message: "The path is too long.",
    errors,
    requestId: "0192",
    body: { attempts_left: 3 },
  });
});

test("a refusal that a proxy wrote is a problem too", async () => {
  serve("get", "/bff/rules", () => new Response("<h1>Bad gateway</h1>", { status: 403 }));

  expect(await failure(askRule())).toMatchObject({
    status: 403,
    code: "BAD_RESPONSE",
    title: "Unexpected response",
  });
});

test("an answer that is not JSON is a problem, not a crash", async () => {
  serve("get", "/bff/rules", () => new Response("<h1>Sign in to the hotel</h1>"));

  expect(await failure(askRule())).toMatchObject({ status: 0, code: "BAD_RESPONSE" });
});

test("a broken connection is not retried and is called NETWORK", async () => {
  const requests = serveNothing("get", "/bff/rules");

  expect(await failure(askRule())).toMatchObject({ status: 0, code: "NETWORK", title: "No connection" });
  expect(requests).toHaveLength(1);
});

test("no answer within ten seconds is called TIMEOUT", async () => {
  const timeout = new AbortController();
  const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
  serve("get", "/bff/rules", () => new Promise<never>(() => undefined));

  const call = failure(askRule());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(10_000));
  timeout.abort(new DOMException("The operation timed out.", "TimeoutError"));

  expect(await call).toMatchObject({ status: 0, code: "TIMEOUT" });
});

test("a caller who no longer wants the answer gets its own abort back", async () => {
  serve("get", "/bff/rules", () => new Promise<never>(() => undefined));
  const caller = new AbortController();

  const call = askRule(caller.signal);
  caller.abort();

  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});
