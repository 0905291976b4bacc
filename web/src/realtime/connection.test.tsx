import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { subscribe, useConnectionState } from "./connection";

const stops: (() => void)[] = [];
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function follow(channel: string) {
  const listener = vi.fn();
  stops.push(subscribe(channel, listener));
  return listener;
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

function State() {
  return <p>{useConnectionState()}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(async () => {
  setHidden(false);
  for (const stop of stops.splice(0)) stop();
  // The connection ends a while after the last listener.
  await advance(20_000);
  clearSession();
  vi.useRealTimers();
});

test("many listeners make one subscription, which ends with the last of them", async () => {
  const one = follow("ticker:all");
  const other = follow("ticker:all");
  follow("trades:BTC-USDT");
  await advance(10);

  liveServer.push({ channel: "ticker:all", symbol: "BTC-USDT" });
  expect(one).toHaveBeenCalledExactlyOnceWith({ channel: "ticker:all", symbol: "BTC-USDT" });
  expect(other).toHaveBeenCalledOnce();
  expect(liveServer.requests).toEqual([
    { event: "subscribe", body: { channels: ["ticker:all", "trades:BTC-USDT"] } },
  ]);

  stops.shift()?.();
  await advance(1_000);
  expect(liveServer.channels()).toEqual(["ticker:all", "trades:BTC-USDT"]);
  stops.shift()?.();
  await advance(1_000);
  expect(liveServer.channels()).toEqual(["trades:BTC-USDT"]);
});

test("a channel that is resubscribed immediately starts with a snapshot", async () => {
  follow("depth:BTC-USDT");
  await advance(10);

  stops.shift()?.();
  follow("depth:BTC-USDT");
  await advance(1_000);

  expect(liveServer.requests.slice(1)).toEqual([{ event: "snapshot", body: { channel: "depth:BTC-USDT" } }]);
});

test("a lost connection shows, and everything is subscribed to again when it is back", async () => {
  render(<State />);
  follow("ticker:all");
  expect(screen.getByText("connecting")).toBeVisible();
  await advance(10);
  expect(screen.getByText("live")).toBeVisible();

  liveServer.isReachable = false;
  liveServer.drop();
  expect(screen.getByText("connecting")).toBeVisible();
  liveServer.requests = [];
  await liveServer.reconnect();

  expect(screen.getByText("live")).toBeVisible();
  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: ["ticker:all"] } }]);
});

test("whoever signs in is known to the server from then on", async () => {
  follow("ticker:all");
  await advance(10);
  expect(liveServer.auth).toEqual({ site: "localhost" });

  startSession("secret");
  await advance(10);

  expect(liveServer.auth).toEqual({ site: "localhost", token: "secret" });
  expect(liveServer.connects).toBe(2);
});

test("a session that has ended signs out, and the market goes on for the visitor", async () => {
  startSession("secret");
  serveProblem("get", "/bff/auth/validate", { status: 401, code: "TOKEN_INVALID" });
  const listener = follow("ticker:all");
  await advance(10);

  liveServer.disconnect();
  await vi.waitFor(() => expect(isSignedIn()).toBe(false));
  await advance(10);

  expect(liveServer.auth).toEqual({ site: "localhost" });
  liveServer.push({ channel: "ticker:all" });
  expect(listener).toHaveBeenCalledOnce();
});

test("a server that keeps refusing is asked less and less often, and nobody is signed out for it", async () => {
  startSession("secret");
  serveProblem("get", "/bff/auth/validate", { status: 503, code: "ENGINE_UNAVAILABLE" });
  liveServer.isReachable = false;
  follow("ticker:all");
  await advance(10);
  expect(liveServer.connects).toBe(1);

  for (const [pause, attempt] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
    [5_000, 5],
    [5_000, 6],
  ] as const) {
    liveServer.rejectConnection("ENGINE_UNAVAILABLE");
    // The answer about the session comes first, and takes its time.
    await vi.waitFor(async () => {
      await advance(pause / 10);
      expect(liveServer.connects).toBe(attempt);
    });
  }
  expect(isSignedIn()).toBe(true);
});

test("an idle connection is probed, and reconnected without a response", async () => {
  follow("ticker:all");
  await advance(10);
  liveServer.requests = [];

  await advance(16_000);
  expect(liveServer.requests).toEqual([{ event: "subscribe", body: { channels: [] } }]);
  expect(liveServer.connects).toBe(1);

  liveServer.respond = () =>
    new Promise((_, reject) => setTimeout(() => reject(new Error("operation has timed out")), 5_000));
  await advance(21_000);
  expect(liveServer.connects).toBeGreaterThan(1);
});

test("after sleep a lost connection is reconnected immediately, without waiting for the backoff", async () => {
  follow("ticker:all");
  await advance(10);
  liveServer.isReachable = false;
  liveServer.drop();
  const before = liveServer.connects;

  vi.setSystemTime(Date.now() + 3_600_000);
  await advance(5_000);

  expect(liveServer.connects).toBe(before + 1);
});

test("a tab that stays hidden lets go of market data and takes it up when it is shown again", async () => {
  render(<State />);
  follow("depth:BTC-USDT");
  await advance(10);

  setHidden(true);
  await advance(29_000);
  expect(liveServer.channels()).toEqual(["depth:BTC-USDT"]);
  await advance(2_000);
  expect(liveServer.channels()).toEqual([]);
  expect(screen.getByText("connecting")).toBeVisible();

  await act(async () => setHidden(false));
  expect(liveServer.channels()).toEqual(["depth:BTC-USDT"]);
  expect(screen.getByText("live")).toBeVisible();
});

test("the connection ends a while after nobody listens any more", async () => {
  follow("ticker:all");
  await advance(10);
  for (const stop of stops.splice(0)) stop();
  await advance(11_000);
  const { connects } = liveServer;

  await advance(60_000);
  expect(liveServer.connects).toBe(connects);

  follow("ticker:all");
  await advance(10);
  expect(liveServer.connects).toBe(connects + 1);
});

test("a listener that throws keeps nothing from the others", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken = new Error("broken");
  follow("ticker:all").mockImplementation(() => {
    throw broken;
  });
  const other = follow("ticker:all");
  await advance(10);

  liveServer.push({ channel: "ticker:all", symbol: "BTC-USDT" });

  expect(other).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledExactlyOnceWith(broken);
});
