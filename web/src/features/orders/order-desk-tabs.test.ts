import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useWaitingToasts } from "@/design/toast";
import { setPersistedAccount } from "@/lib/persisted";
import { clearSession, startSession } from "@/session/session";
import { storeInOtherTab } from "@/testing/browser-storage";
import { serve } from "@/testing/fake-server";
import { putPlacement, useDeskStore } from "./desk-store";
import { persistDesk } from "./order-desk";

const KEY = "cw:account:1:order-desk";
const order = {
  client_order_id: "web-1",
  symbol: "BTC-USDT",
  side: "buy",
  type: "limit",
  quantity: "2",
  price: "100",
  time_in_force: "gtc",
  post_only: false,
  self_trade_prevention: "expire_taker",
} as const;
const stored = (orders: object) => JSON.stringify({ drafts: {}, orders });

beforeEach(() => {
  startSession("secret");
  setPersistedAccount("1");
});
afterEach(clearSession);

const summaries = () => useWaitingToasts.getState().map(({ summary }) => summary);
const placements = () => Object.keys(useDeskStore.getState().placements);

test("an order that another tab is sending is left to it, and so is what that tab has shown", async () => {
  const asked: string[] = [];
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(null);
  });
  const request = async (name: string, act: () => Promise<unknown>) => {
    asked.push(name);
    await held;
    return act();
  };
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
  const lookups = serve("get", "/v1/order", { items: [], next_cursor: null });
  storeInOtherTab(KEY, stored({ "web-1": { order, tickSize: "0.01", draft: null } }));

  await persistDesk();
  expect(asked).toEqual(["cw:order:web-1"]);
  expect(summaries()).toEqual([]);
  storeInOtherTab(KEY, stored({}));
  release();

  await expect.poll(placements).toEqual([]);
  expect(lookups).toEqual([]);
  expect(summaries()).toEqual([]);

  // One that this tab still shows goes once another tab has its outcome.
  const unconfirmed = { isKnownAbsent: false };
  putPlacement({ order, tickSize: "0.01", draft: null, isPending: false, unconfirmed });
  expect(summaries()).toEqual(["No response yet. Your BTC-USDT order may have been placed."]);
  storeInOtherTab(KEY, stored({}));
  expect(placements()).toEqual([]);
  expect(summaries()).toEqual([]);
});
