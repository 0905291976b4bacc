import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveServer } from "@/testing/fake-socket";
import { subscribe } from "./connection";

const stops: (() => void)[] = [];
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const follow = (channel: string) => stops.push(subscribe(channel, () => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  // The connection ends a while after the last listener.
  await advance(20_000);
  vi.useRealTimers();
});

const refuse = (channel: string, code: string) => () => ({ ok: false, errors: [{ channel, code }] });

test("a channel that is refused is asked for again later; the others stay", async () => {
  liveServer.respond = refuse("trades:NEW-USDT", "PAIR_UNKNOWN");
  follow("ticker:all");
  follow("trades:NEW-USDT");
  await advance(10);
  liveServer.requests = [];
  const again = { event: "subscribe", body: { channels: ["trades:NEW-USDT"] } };

  await advance(4_900);
  expect(liveServer.requests).toEqual([]);
  await advance(100);
  expect(liveServer.requests).toEqual([again]);

  liveServer.respond = () => ({ ok: true, errors: [] });
  await advance(5_000);
  expect(liveServer.requests).toEqual([again, again]);
  await advance(5_000);
  expect(liveServer.requests).toEqual([again, again]);
});

test("a refusal as a whole is about every channel that was asked for", async () => {
  liveServer.respond = refuse("", "ENGINE_UNAVAILABLE");
  follow("ticker:all");
  follow("trades:BTC-USDT");
  await advance(10);
  liveServer.requests = [];

  await advance(5_000);

  expect(liveServer.requests).toEqual([
    { event: "subscribe", body: { channels: ["ticker:all", "trades:BTC-USDT"] } },
  ]);
});
