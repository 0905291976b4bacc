import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

const ORIGIN = "https://harbour.example";
const SOURCE = readFileSync(resolve(import.meta.dirname, "../../public/push-events.js"), "utf8");

/** Clicks on a notification with these windows open. */
async function click(url: string, open: { url: string; focus: () => void }[]) {
  const listeners = new Map<string, (event: object) => void>();
  const openWindow = vi.fn();
  const self = {
    location: new URL(ORIGIN),
    clients: { matchAll: async () => open, openWindow },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  runInNewContext(SOURCE, { self, URL });
  const close = vi.fn();
  let done: Promise<unknown> = Promise.resolve();
  const waitUntil = (wait: Promise<unknown>) => (done = wait);
  listeners.get("notificationclick")?.({ notification: { close, data: { url } }, waitUntil });
  await done;
  expect(close).toHaveBeenCalledOnce();
  return openWindow;
}

test("a message opens its page beside whatever is open, which may be half filled in", async () => {
  const withdrawal = { url: `${ORIGIN}/personal/withdraw`, focus: vi.fn(), navigate: vi.fn() };

  const openWindow = await click("/personal/orders", [withdrawal]);

  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/personal/orders`);
  expect(withdrawal.focus).not.toHaveBeenCalled();
  expect(withdrawal.navigate).not.toHaveBeenCalled();
});

test("a page that is open already is brought to the front", async () => {
  const orders = { url: `${ORIGIN}/personal/orders`, focus: vi.fn() };

  const openWindow = await click("/personal/orders", [orders]);

  expect(orders.focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
});

test("a message leads to pages of this site alone", async () => {
  const openWindow = await click("https://evil.example/", []);

  expect(openWindow).toHaveBeenCalledExactlyOnceWith(ORIGIN);
});
