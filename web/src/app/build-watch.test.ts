import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveAt } from "@/testing/fake-server";
import { type BuildWatch, watchBuilds } from "./build-watch";

const HOUR_MS = 60 * 60 * 1000;
let watch: BuildWatch | undefined;

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
afterEach(() => {
  watch?.stop();
  vi.useRealTimers();
});

function showTab(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("the newest build is asked for every hour, past every cache", async () => {
  vi.setSystemTime(1_000_000);
  const requests = serveAt("get", "/builds/latest.json", { id: "build-1", timestamp: 1 });
  watch = watchBuilds("build-1");

  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(requests).toHaveLength(0);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  vi.advanceTimersByTime(HOUR_MS);
  await vi.waitFor(() => expect(requests).toHaveLength(2));

  expect(requests.map((request) => request.url)).toEqual([
    `${location.origin}/builds/latest.json?${1_000_000 + HOUR_MS}`,
    `${location.origin}/builds/latest.json?${1_000_000 + 2 * HOUR_MS}`,
  ]);
  expect(watch.hasNewBuild()).toBe(false);
});

test("a tab that becomes visible checks immediately, one that becomes hidden does not", async () => {
  const requests = serveAt("get", "/builds/latest.json", { id: "build-2", timestamp: 1 });
  watch = watchBuilds("build-1");
  const { hasNewBuild } = watch;

  showTab("hidden");
  showTab("visible");

  await vi.waitFor(() => expect(hasNewBuild()).toBe(true));
  expect(requests).toHaveLength(1);
});

test.each([
  ["a failure", () => new Response(null, { status: 500 })],
  ["a page in place of the file", () => new Response("<html>")],
  ["an empty answer", () => ({})],
  ["a broken connection", () => Response.error()],
])("%s changes nothing", async (_name, answer) => {
  const requests = serveAt("get", "/builds/latest.json", answer);
  watch = watchBuilds("build-1");
  const { hasNewBuild } = watch;
  showTab("visible");
  await vi.waitFor(() => expect(requests).toHaveLength(1));

  const later = serveAt("get", "/builds/latest.json", { id: "build-1", timestamp: 1 });
  showTab("visible");
  await vi.waitFor(() => expect(later).toHaveLength(1));

  expect(hasNewBuild()).toBe(false);
});

test("a watch that has been stopped asks no more", () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  watchBuilds("build-1").stop();

  vi.advanceTimersByTime(2 * HOUR_MS);
  showTab("visible");

  expect(fetched).not.toHaveBeenCalled();
});
