import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPrivatePosition } from "@/session/private-position";
import { clearSession, startSession } from "@/session/session";
import { liveServer } from "@/testing/fake-socket";
import { onMissed, onPrivate } from "./private";

const ALL = ["orders", "balances", "transactions", "account"];
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const received: number[] = [];
const missed = vi.fn();
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  received.length = 0;
  missed.mockClear();
  liveServer.respond = () => ({ ok: true, errors: [], seq: 100 });
  stops.push(
    onPrivate("orders", ({ seq }) => received.push(seq)),
    onMissed(missed),
  );
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await advance(20_000);
  clearSession();
  vi.useRealTimers();
});

const push = (channel: "orders" | "account", seq: number) =>
  liveServer.push(
    channel === "orders"
      ? { channel, type: "order", seq, order: { id: 1 } }
      : { channel, type: "level", seq, level: "starter" },
  );

test("visitors subscribe to nothing; clients subscribe to all four and reload what was loaded before", async () => {
  await advance(10);
  expect(liveServer.connects).toBe(0);

  startSession("secret");
  await advance(10);

  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ALL } }]);
  expect(missed.mock.calls).toEqual([["all"]]);
  push("orders", 101);
  push("account", 102);
  push("orders", 103);
  expect(received).toEqual([101, 103]);
  expect(missed).toHaveBeenCalledOnce();
});

const loadedAt = (seq: number) =>
  readPrivatePosition(new Response(null, { headers: { "X-Private-Seq": String(seq) } }));

test("the first subscription replays what happened since the client was loaded", async () => {
  startSession("secret");
  loadedAt(98);
  loadedAt(99);
  liveServer.respond = () => {
    push("orders", 99);
    push("orders", 100);
    return { ok: true, errors: [], seq: 100 };
  };
  await advance(10);

  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ALL, resume: 98 } }]);
  expect(received).toEqual([99, 100]);
  expect(missed.mock.calls).toEqual([["early"]]);
});

test("what cannot be replayed from there is reloaded, and the next client starts anew", async () => {
  startSession("secret");
  loadedAt(98);
  liveServer.respond = () => ({ ok: true, errors: [], seq: 100, resync: true });
  await advance(10);
  expect(missed.mock.calls).toEqual([["all"]]);

  liveServer.requests = [];
  startSession("another");
  await advance(1_000);

  expect(liveServer.requests.filter(({ event }) => event === "subscribe")).toEqual([
    { event: "subscribe", body: { channels: ALL } },
  ]);
});

test("after an interruption the server goes on where it was", async () => {
  startSession("secret");
  await advance(10);
  push("orders", 101);
  missed.mockClear();
  liveServer.requests = [];

  liveServer.drop();
  liveServer.respond = () => {
    push("orders", 101);
    push("orders", 102);
    return { ok: true, errors: [], seq: 102 };
  };
  await liveServer.reconnect();

  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ALL, resume: 101 } }]);
  expect(received).toEqual([101, 102]);
  expect(missed).not.toHaveBeenCalled();
});

test("events that can no longer be replayed cause a reload", async () => {
  startSession("secret");
  await advance(10);
  missed.mockClear();

  liveServer.drop();
  liveServer.respond = () => ({ ok: true, errors: [], seq: 50, resync: true });
  await liveServer.reconnect();
  await advance(10);
  expect(missed).toHaveBeenCalledOnce();

  push("orders", 51);
  expect(received).toEqual([51]);
});

test("a gap in the numbers is noticed", async () => {
  startSession("secret");
  await advance(10);
  missed.mockClear();

  push("orders", 103);

  expect(received).toEqual([103]);
  expect(missed).toHaveBeenCalledOnce();
});

test("stop prices carry the number of the last event, and do not hide the next one", async () => {
  startSession("secret");
  await advance(10);
  missed.mockClear();
  push("orders", 101);

  liveServer.push({ channel: "orders", type: "stop_prices", seq: 101, items: [] });
  push("orders", 102);

  expect(received).toEqual([101, 101, 102]);
  expect(missed).not.toHaveBeenCalled();
});

test("unreadable events are dropped, and everything is reloaded, at most every 5 s", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  startSession("secret");
  await advance(10);
  missed.mockClear();

  liveServer.push({ channel: "orders", type: "order", seq: 101, order: null });
  liveServer.push({ channel: "orders", type: "constructor", seq: 102 });
  push("orders", 103);

  expect(received).toEqual([103]);
  expect(missed).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
  await advance(5_000);
  expect(missed).toHaveBeenCalledTimes(2);
  await advance(10_000);
  expect(missed).toHaveBeenCalledTimes(2);
});

test("the next client starts from the beginning", async () => {
  startSession("secret");
  await advance(10);
  push("orders", 101);

  clearSession();
  await advance(1_000);
  liveServer.requests = [];
  startSession("other");
  await advance(1_000);

  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ALL } }]);
});

test("rejected private channels are retried, and everything is reloaded once they are subscribed", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  liveServer.respond = () => ({ ok: false, errors: [{ channel: "", code: "ENGINE_UNAVAILABLE" }] });
  startSession("secret");
  await advance(10);
  expect(missed).not.toHaveBeenCalled();

  liveServer.respond = () => ({ ok: true, errors: [], seq: 100 });
  liveServer.requests = [];
  await advance(5_000);

  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ALL } }]);
  expect(missed).toHaveBeenCalledOnce();
});
