import { expect, test } from "vitest";
import { aFeed, aMinute, MINUTE_MS, minutes } from "@/testing/candle-feed";
import type { CandleFeed } from "./candle-feed";

const isReady = (feed: CandleFeed) => expect.poll(() => feed.state.status).toBe("ready");

test("scrolling back loads what lies before, without duplicates or gaps, until there is nothing more", async () => {
  const { feed, requested } = aFeed(({ toMs }) => {
    if (toMs === undefined) return minutes(2_000, 2_499);
    return toMs === 2_000 * MINUTE_MS ? minutes(1_000, 1_999) : minutes(995, 999);
  });
  await isReady(feed);

  await Promise.all([feed.loadOlder(), feed.loadOlder()]);
  expect(feed.state.history).toBe("more");
  await feed.loadOlder();
  await feed.loadOlder();

  expect(requested.slice(1)).toEqual([
    { toMs: 2_000 * MINUTE_MS, limit: 1000 },
    { toMs: 1_000 * MINUTE_MS, limit: 1000 },
  ]);
  expect(feed.state.history).toBe("all");
  expect(feed.bars.map(({ startMs }) => startMs / MINUTE_MS)).toEqual(
    Array.from({ length: 1_505 }, (_, place) => 995 + place),
  );
});

test("older candles that could not be loaded are asked for again", async () => {
  let isDown = true;
  const { feed } = aFeed(({ toMs }) => {
    if (toMs === undefined) return minutes(2_000, 2_499);
    if (isDown) throw new Error("down");
    return [aMinute(1_999)];
  });
  await isReady(feed);

  await feed.loadOlder();
  expect(feed.state).toEqual({ status: "ready", history: "failed" });
  isDown = false;
  await feed.loadOlder();

  expect(feed.candles).toHaveLength(501);
});

test("a reloaded list ignores older candles that were requested before", async () => {
  const newest = [minutes(2_000, 2_499), minutes(9_000, 9_499)];
  const { feed, live } = aFeed(({ toMs }) => {
    if (toMs === undefined) return newest.shift() ?? [];
    live(aMinute(9_499));
    return minutes(1_000, 1_999);
  });
  await isReady(feed);

  await feed.loadOlder();
  await expect.poll(() => feed.candles[0]?.start_ms).toBe(9_000 * MINUTE_MS);

  expect(feed.candles).toHaveLength(500);
});
