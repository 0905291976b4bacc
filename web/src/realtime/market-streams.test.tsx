import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aMinute } from "@/testing/candle-feed";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aTicker } from "@/testing/markets";
import { subscribeCandles } from "./candles";
import { useTape } from "./tape";
import { useTicker, useTickers } from "./tickers";

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const tellTicker = (channel: string, symbol: string, last: string) =>
  liveServer.push({ channel: `ticker:${channel}`, type: "ticker", ...aTicker(symbol, { last }) });
const aTrade = (id: number) => ({ id, price: "100", quantity: "1", side: "buy", ts_ms: id });

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await advance(20_000);
  vi.useRealTimers();
});

test("tickers arrive for all pairs, or for one", async () => {
  const all = renderHook(() => useTickers());
  const one = renderHook(() => useTicker("ETH-USDT"));
  await advance(10);
  expect(all.result.current.size).toBe(0);
  expect(one.result.current).toBeUndefined();
  expect(liveServer.channels()).toEqual(["ticker:all", "ticker:ETH-USDT"]);

  tellTicker("all", "BTC-USDT", "1");
  tellTicker("all", "BTC-USDT", "2");
  tellTicker("ETH-USDT", "ETH-USDT", "3");
  await advance(150);

  expect(all.result.current.get("BTC-USDT")?.last).toBe("2");
  expect(one.result.current?.last).toBe("3");
});

test("the tape begins with the trades before and goes on with the new ones, each once", async () => {
  serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(3), aTrade(2), aTrade(1)], next_cursor: null });
  const { result } = renderHook(() => useTape("BTC-USDT"));
  await vi.waitFor(async () => {
    await advance(100);
    expect(result.current.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  liveServer.push({ channel: "trades:BTC-USDT", type: "trades", items: [aTrade(3), aTrade(4), aTrade(5)] });
  await advance(150);
  expect(result.current.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);

  const many = Array.from({ length: 60 }, (_, index) => aTrade(index + 6));
  liveServer.push({ channel: "trades:BTC-USDT", type: "trades", items: many });
  await advance(150);
  expect(result.current).toHaveLength(50);
  expect(result.current[0]?.id).toBe(65);
});

test("after an interruption the tape fills what it has missed", async () => {
  serveProblem("get", "/v1/pairs/{symbol}/trades", { status: 503, code: "OVERLOADED" });
  const { result } = renderHook(() => useTape("ETH-USDT"));
  await advance(10);
  liveServer.drop();

  serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(2), aTrade(1)], next_cursor: null });
  await liveServer.reconnect();

  await vi.waitFor(async () => {
    await advance(100);
    expect(result.current.map(({ id }) => id)).toEqual([2, 1]);
  });
});

test("candles are handed on as they come", async () => {
  const listener = vi.fn();
  const stop = subscribeCandles("BTC-USDT", "1m", listener);
  await advance(10);

  const message = { channel: "candles:BTC-USDT:1m", type: "candle", ...aMinute(1, "7") };
  liveServer.push(message);

  expect(listener).toHaveBeenCalledExactlyOnceWith(message);
  stop();
});

test("nothing is rendered while the tab is hidden, and everything together afterwards", async () => {
  const { result } = renderHook(() => useTicker("BTC-USDT"));
  await advance(10);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);

  tellTicker("BTC-USDT", "BTC-USDT", "1");
  await advance(1_000);
  expect(result.current).toBeUndefined();

  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current?.last).toBe("1");
});

test("tickers and candles that cannot be read are dropped, and logged once", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const listener = vi.fn();
  const stop = subscribeCandles("ETH-USDT", "1m", listener);
  const { result } = renderHook(() => useTicker("SOL-USDT"));
  await advance(10);

  tellTicker("SOL-USDT", "SOL-USDT", "1");
  liveServer.push({ channel: "ticker:SOL-USDT", type: "ticker", symbol: "SOL-USDT", last: "2" });
  liveServer.push({ channel: "ticker:SOL-USDT", type: "pair", symbol: "SOL-USDT", status: "halted" });
  liveServer.push({ channel: "candles:ETH-USDT:1m", type: "candle", ...aMinute(1), close: 7 });
  await advance(150);

  expect(result.current?.last).toBe("1");
  expect(listener).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledTimes(2);
  stop();
});

test("earlier trades are loaded once, when the channel is subscribed", async () => {
  const asked = serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(1)], next_cursor: null });

  const { result } = renderHook(() => useTape("DOT-USDT"));
  await vi.waitFor(async () => {
    await advance(100);
    expect(result.current.map(({ id }) => id)).toEqual([1]);
  });
  await advance(1_000);

  expect(asked).toHaveLength(1);
});

test("without a connection the trades are loaded all the same", async () => {
  renderHook(() => useTicker("UNI-USDT"));
  await advance(10);
  liveServer.drop();
  const asked = serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(1)], next_cursor: null });

  renderHook(() => useTape("UNI-USDT"));
  await advance(999);
  expect(asked).toHaveLength(0);

  await advance(1);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
});

test("trades that cannot be read are asked for", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(1)], next_cursor: null });
  const { result } = renderHook(() => useTape("SOL-USDT"));
  await vi.waitFor(async () => {
    await advance(100);
    expect(result.current.map(({ id }) => id)).toEqual([1]);
  });

  serve("get", "/v1/pairs/{symbol}/trades", { items: [aTrade(2), aTrade(1)], next_cursor: null });
  liveServer.push({ channel: "trades:SOL-USDT", type: "trades", items: null });

  await vi.waitFor(async () => {
    await advance(100);
    expect(result.current.map(({ id }) => id)).toEqual([2, 1]);
  });
});
