import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeCookie } from "@/testing/cookies";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { downloadCsv } from "./csv-download";

const csv = (text: string) => new HttpResponse(text, { headers: { "Content-Type": "text/csv" } });
const download = (onRows = (_rows: number) => {}) =>
  downloadCsv({ path: "/v1/transactions?coin=BTC", signal: new AbortController().signal, onRows });
const warned = vi.fn();

beforeEach(() => {
  warned.mockClear();
  vi.spyOn(console, "warn").mockImplementation(warned);
  writeCookie("token=secret");
});
afterEach(() => {
  writeCookie("token=; Max-Age=0");
  vi.useRealTimers();
});

test("a list comes whole, with the site and the token, and says how many rows there are", async () => {
  const requests = serve("get", "/v1/transactions", () => csv("id,coin\n1,BTC\n2,BTC\n"));
  const rows: number[] = [];

  const file = await download((count) => rows.push(count));

  expect(await file.text()).toBe("id,coin\n1,BTC\n2,BTC\n");
  expect(rows.at(-1)).toBe(2);
  const [request] = requests;
  expect(request?.headers.get("Accept")).toBe("text/csv");
  expect(request?.headers.get("X-Site")).toBe("localhost");
  expect(request?.headers.get("X-Token")).toBe("secret");
});

test("a list that fails once is asked for a second time", async () => {
  const answers = [() => problemResponse({ status: 503, code: "ENGINE_UNAVAILABLE" }), () => csv("id\n1\n")];
  const requests = serve("get", "/v1/transactions", () => answers.shift()?.() ?? expect.unreachable());

  expect(await (await download()).text()).toBe("id\n1\n");
  expect(requests).toHaveLength(2);
});

test("a refusal says what the server said, and an unauthorized call leaves a warning", async () => {
  serveProblem("get", "/v1/transactions", { status: 401, code: "TOKEN_INVALID" });

  await expect(download()).rejects.toMatchObject({ status: 401, code: "TOKEN_INVALID" });
  expect(warned).toHaveBeenCalledExactlyOnceWith("Unauthorized");
});

test("no first byte within ten seconds is called TIMEOUT; after it a list may take its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const requests = serve("get", "/v1/transactions", () => new Promise(() => undefined));
  const refused = expect(download()).rejects.toMatchObject({ code: "TIMEOUT" });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;

  const text = new TextEncoder();
  let body: ReadableStreamDefaultController | undefined;
  const stream = new ReadableStream({
    start(controller) {
      body = controller;
    },
  });
  serve(
    "get",
    "/v1/transactions",
    () => new HttpResponse(stream, { headers: { "Content-Type": "text/csv" } }),
  );
  const rows: number[] = [];
  const file = download((count) => rows.push(count));
  body?.enqueue(text.encode("id\n1\n"));
  await vi.waitFor(() => expect(rows).toEqual([1]));
  await vi.advanceTimersByTimeAsync(60_000);
  body?.enqueue(text.encode("2\n"));
  body?.close();

  expect(await (await file).text()).toBe("id\n1\n2\n");
});
