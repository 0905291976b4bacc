import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

const ORIGIN = "https://harbour.example";
const SOURCE = readFileSync(resolve(import.meta.dirname, "worker.js"), "utf8")
  .replace("__BUILD__", "b2")
  .replace('["__FILES__"]', '["/assets/offline-1.js"]');

type Listener = (event: object) => void;

/** Runs the worker with caches in memory and a network that the test controls. */
function startWorker(network: (path: string) => Promise<string>) {
  const listeners = new Map<string, Listener>();
  const stored = new Map<string, Map<string, string>>([["offline-b1", new Map()]]);
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const fetched = vi.fn(async (request: string | { url: string }) => network(pathOf(request)));
  const open = async (name: string) => {
    const files = stored.get(name) ?? new Map<string, string>();
    stored.set(name, files);
    return {
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) files.set(pathOf(request), await network(pathOf(request)));
      },
      match: async (path: string) => files.get(path),
    };
  };
  const skipWaiting = vi.fn();
  runInNewContext(SOURCE, {
    URL,
    Request: class {
      url: string;
      constructor(path: string) {
        this.url = `${ORIGIN}${path}`;
      }
    },
    location: new URL(ORIGIN),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    importScripts: () => undefined,
    caches: {
      open,
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
    },
    clients: { claim: async () => undefined },
    fetch: fetched,
    skipWaiting,
  });

  async function emit(type: string): Promise<void> {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  }

  /** The worker's response; undefined if it leaves the request to the browser. */
  async function request(path: string, parts: { mode?: string; method?: string } = {}) {
    let response: Promise<unknown> | undefined;
    const url = new URL(path, ORIGIN).href;
    const event = { request: { url, method: "GET", mode: "cors", ...parts } };
    listeners.get("fetch")?.({ ...event, respondWith: (given: Promise<unknown>) => (response = given) });
    return response;
  }

  return { emit, request, stored, fetched };
}

const online = async (path: string) => `network ${path}`;
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

async function installed(network = online) {
  let current = online;
  const worker = startWorker((path) => current(path));
  await worker.emit("install");
  await worker.emit("activate");
  current = network;
  return worker;
}

test("only the offline screen and its files are cached, and caches of earlier builds go", async () => {
  const { stored } = await installed();

  expect([...stored.keys()]).toEqual(["offline-b2"]);
  expect([...(stored.get("offline-b2")?.keys() ?? [])]).toEqual(["/offline", "/assets/offline-1.js"]);
});

test("pages come from the network, and are not cached", async () => {
  const { request, stored } = await installed();

  expect(await request("/personal/assets", { mode: "navigate" })).toBe("network /personal/assets");
  expect(stored.get("offline-b2")?.size).toBe(2);
});

test("without a connection every page is the offline screen", async () => {
  const { request } = await installed(offline);

  expect(await request("/trading/BTC-USDT", { mode: "navigate" })).toBe("network /offline");
  expect(await request("/assets/offline-1.js")).toBe("network /assets/offline-1.js");
});

test.each([
  ["a call", "/api/v1/assets", {}],
  ["a document of the API", "/api/v1/file/1", { mode: "navigate" }],
  ["an order", "/api/v1/order", { method: "POST" }],
  ["a form", "/register", { mode: "navigate", method: "POST" }],
  ["another file", "/assets/pair-2.js", {}],
  ["another site", "https://chat.example/sdk.js", {}],
])("%s is left to the browser", async (_case, path, parts) => {
  const { request, fetched } = await installed(offline);

  expect(await request(path, parts)).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});
