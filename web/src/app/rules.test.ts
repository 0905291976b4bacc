import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { createRuleLookup, readCheckedPath, redirectTarget } from "./rules";

const aRule = (path: string, parts = {}) => ({ path, redirect: null, app_middleware: {}, ttl: 60, ...parts });

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("the server is asked for the rule of a path", async () => {
  const requests = serve("get", "/bff/rules", aRule("/promo", { redirect: "/earn" }));
  const lookUpRule = createRuleLookup(null);

  expect(await lookUpRule("/promo")).toEqual(aRule("/promo", { redirect: "/earn" }));
  expect(requests.map((request) => new URL(request.url).searchParams.get("path"))).toEqual(["/promo"]);
});

test("an answer holds for its time to live, each path for itself", async () => {
  const requests = serve("get", "/bff/rules", ({ request }) =>
    aRule(new URL(request.url).searchParams.get("path") ?? "", { ttl: 60 }),
  );
  const lookUpRule = createRuleLookup(null);

  await lookUpRule("/a");
  await lookUpRule("/b");
  vi.setSystemTime(Date.now() + 59_999);
  expect((await lookUpRule("/a"))?.path).toBe("/a");
  expect(requests).toHaveLength(2);

  vi.setSystemTime(Date.now() + 1);
  await lookUpRule("/a");
  expect(requests).toHaveLength(3);
});

test("the path the server has checked is not asked for again before a minute has passed", async () => {
  const requests = serve("get", "/bff/rules", aRule("/privacy"));
  const lookUpRule = createRuleLookup("/privacy/");

  expect(await lookUpRule("/privacy")).toBeNull();
  vi.setSystemTime(Date.now() + 59_999);
  expect(await lookUpRule("/privacy")).toBeNull();
  expect(requests).toHaveLength(0);

  vi.setSystemTime(Date.now() + 1);
  await lookUpRule("/privacy");
  expect(requests).toHaveLength(1);
});

test("a synchronous lookup never waits: a stale response counts while it is refreshed", async () => {
  serve("get", "/bff/rules", aRule("/a", { app_middleware: { "profile-redirect": true } }));
  const lookUpRule = createRuleLookup(null);
  const first = await lookUpRule("/a");
  vi.setSystemTime(Date.now() + 60_000);

  let answer: (rule: object) => void = () => undefined;
  const requests = serve(
    "get",
    "/bff/rules",
    () => new Promise((resolve) => (answer = resolve as typeof answer)),
  );
  expect(await lookUpRule("/a", { atOnce: true })).toEqual(first);
  expect(await lookUpRule("/never-asked", { atOnce: true })).toBeNull();

  await vi.waitFor(() => expect(requests).toHaveLength(2));
  answer(aRule("/a"));
});

test("another path than the checked one is requested immediately", async () => {
  const requests = serve("get", "/bff/rules", aRule("/earn"));

  await createRuleLookup("/privacy")("/earn");

  expect(requests).toHaveLength(1);
});

test("a lookup that fails blocks nobody and is tried again the next time", async () => {
  serveNothing("get", "/bff/rules");
  const lookUpRule = createRuleLookup(null);
  expect(await lookUpRule("/a")).toBeNull();

  serveProblem("get", "/bff/rules", { status: 503, code: "MAINTENANCE" });
  expect(await lookUpRule("/a")).toBeNull();

  serve("get", "/bff/rules", aRule("/a"));
  expect(await lookUpRule("/a")).toEqual(aRule("/a"));
});

test("a lookup without an answer is given up after two seconds, and a late rule is reported", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  let answer: (rule: object) => void = () => undefined;
  const requests = serve("get", "/bff/rules", () => new Promise<object>((resolve) => (answer = resolve)));
  const late = vi.fn();
  const lookUpRule = createRuleLookup(null, late);

  const lookup = lookUpRule("/slow");
  await expect.poll(() => requests).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(await lookup).toBeNull();
  expect(late).not.toHaveBeenCalled();

  answer(aRule("/slow", { redirect: "/earn" }));
  await expect.poll(() => late.mock.calls).toEqual([[aRule("/slow", { redirect: "/earn" })]]);
  expect(await lookUpRule("/slow")).toEqual(aRule("/slow", { redirect: "/earn" }));
  expect(requests).toHaveLength(1);
});

test("the document says which path has been checked", () => {
  expect(readCheckedPath()).toBeNull();

  const meta = document.createElement("meta");
  meta.name = "route-checked";
  meta.content = "/earn";
  document.head.append(meta);

  expect(readCheckedPath()).toBe("/earn");
  meta.remove();
});

test.each([
  ["/earn", "/earn", false],
  ["/earn?from=promo#rates", "/earn?from=promo#rates", false],
  ["https://partner.example/x", "https://partner.example/x", true],
  ["//partner.example/x", "http://partner.example/x", true],
  ["/\\partner.example", "http://partner.example/", true],
  [`${location.origin}/earn`, `${location.origin}/earn`, true],
])("a redirect to %s leads to %s", (redirect, href, isExternal) => {
  expect(redirectTarget(redirect)).toEqual({ href, isExternal });
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\nscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://here.example/1",
  "mailto:somebody@example.com",
  "https://",
])("a redirect to %j leads nowhere", (redirect) => {
  expect(redirectTarget(redirect)).toBeNull();
});
