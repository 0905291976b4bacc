import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

/** Simulates a new document: only session storage is kept. */
async function newDocument() {
  vi.resetModules();
  const { documentNavigation: navigation } = await import("./document-navigation");
  const reload = vi.spyOn(navigation, "reload").mockImplementation(() => undefined);
  return { ...(await import("./chunk-errors")), reload };
}

test("a chunk that loads is simply there", async () => {
  const { loadChunk } = await newDocument();
  expect(await loadChunk(async () => "page")).toBe("page");
});

test("a chunk that does not load is distinguished from other errors", async () => {
  const { isChunkError, loadChunk } = await newDocument();
  const missing = new TypeError("Failed to fetch dynamically imported module");

  await expect(loadChunk(() => Promise.reject(missing))).rejects.toBe(missing);

  expect(isChunkError(missing)).toBe(true);
  expect(isChunkError(new TypeError("Failed to fetch dynamically imported module"))).toBe(false);
  expect(isChunkError(undefined)).toBe(false);
});

test("a missing chunk reloads the document once, however often it is met", async () => {
  const { reload, reloadForChunk } = await newDocument();

  expect(reloadForChunk()).toBe(true);
  expect(reloadForChunk()).toBe(true);

  expect(reload).toHaveBeenCalledOnce();
});

test("the next document waits ten seconds before it reloads again", async () => {
  (await newDocument()).reloadForChunk();

  vi.setSystemTime(Date.now() + 9_999);
  const second = await newDocument();
  expect(second.reloadForChunk()).toBe(false);
  expect(second.reload).not.toHaveBeenCalled();

  vi.setSystemTime(Date.now() + 1);
  const third = await newDocument();
  expect(third.reloadForChunk()).toBe(true);
  expect(third.reload).toHaveBeenCalledOnce();
});

test.each(["getItem", "setItem"] as const)(
  "without storage (%s) it does not reload, for nothing would stop it",
  async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    const { reload, reloadForChunk } = await newDocument();

    expect(reloadForChunk()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  },
);
