import { expect, test, vi } from "vitest";
import type { Candle } from "@/api/pairs";
import { aFeed, aMinute, MINUTE_MS, minutes } from "@/testing/candle-feed";
import type { CandleFeed } from "./candle-feed";

/** A response that the test resolves later. */
function anAnswer() {
  let resolve: (candles: readonly Candle[]) => void = () => {};
  const promise = new Promise<readonly Candle[]>((give) => {
    resolve = give;
  });
  return { promise, resolve };
}

const isReady = (feed: CandleFeed) => expect.poll(() => feed.state.status).toBe("ready");

test("the newest candles are loaded and the running one is followed", async () => {
  const { feed, requested, live, shown, changes } = aFeed(() => [aMinute(1), aMinute(2)]);
  await isReady(feed);

  live(aMinute(2, "101"));
  live(aMinute(2, "102"), aMinute(3, "103"));

  expect(requested).toEqual([{ limit: 300 }]);
  expect(shown()).toEqual([
    [1, "100"],
    [2, "102"],
    [3, "103"],
  ]);
  expect(changes).toEqual([{ kind: "all" }, { kind: "end", from: 1 }, { kind: "end", from: 1 }]);
  expect(feed.bars.map(({ close }) => close)).toEqual([100, 102, 103]);
});

test("what arrives while the first candles are loading is not lost", async () => {
  const { promise, resolve } = anAnswer();
  const { feed, live, shown } = aFeed(() => promise);

  live(aMinute(2, "105"));
  expect(feed.state.status).toBe("loading");
  resolve([aMinute(1), aMinute(2)]);

  await isReady(feed);
  expect(shown()).toEqual([
    [1, "100"],
    [2, "105"],
  ]);
});

test("what was traded between the answer and the first message is asked for", async () => {
  const answers = [
    [aMinute(1), aMinute(2)],
    [aMinute(2, "150"), aMinute(3, "160")],
  ];
  const { feed, requested, live, shown } = aFeed(() => answers.shift() ?? []);
  await isReady(feed);

  live(aMinute(3, "161"));

  await expect.poll(shown).toEqual([
    [1, "100"],
    [2, "150"],
    [3, "160"],
  ]);
  expect(requested[1]).toEqual({ fromMs: 2 * MINUTE_MS, limit: 1000 });
});

test("a gap is filled immediately and verified with the server, though not every time", async () => {
  const { feed, requested, live, pass, shown } = aFeed(({ fromMs }) =>
    fromMs === undefined ? [aMinute(1)] : [aMinute(1), aMinute(2, "99"), aMinute(3, "103")],
  );
  await isReady(feed);
  live(aMinute(1, "100"));

  live(aMinute(3, "103"));
  expect(shown()).toEqual([
    [1, "100"],
    [2, "100"],
    [3, "103"],
  ]);
  expect(requested).toHaveLength(1);

  pass(30_000);
  live(aMinute(5, "105"));
  await expect.poll(() => requested).toHaveLength(2);
  await expect.poll(() => shown()[1]).toEqual([2, "99"]);
});

test("after an interruption the candles that were missed are loaded", async () => {
  const answers = [
    [aMinute(1), aMinute(2)],
    [aMinute(2, "120"), aMinute(3, "130"), aMinute(4, "140")],
  ];
  const { feed, shown } = aFeed(() => answers.shift() ?? []);
  await isReady(feed);

  await feed.catchUp();

  expect(shown()).toEqual([
    [1, "100"],
    [2, "120"],
    [3, "130"],
    [4, "140"],
  ]);
});

test("after an interruption too long to catch up, everything is reloaded", async () => {
  const answers = [[aMinute(1)], minutes(5_000, 5_999), [aMinute(5_999)]];
  const { feed, shown, changes } = aFeed(() => answers.shift() ?? []);
  await isReady(feed);

  await feed.catchUp();

  expect(shown()).toEqual([[5_999, "100"]]);
  expect(changes.at(-1)).toEqual({ kind: "all" });
});

test("a failed load says so and can be repeated", async () => {
  const fetch = vi
    .fn()
    .mockRejectedValueOnce(new Error("down"))
    .mockResolvedValueOnce([aMinute(1)]);
  const { feed } = aFeed(fetch);
  await expect.poll(() => feed.state.status).toBe("failed");

  await feed.load();

  expect(feed.state.status).toBe("ready");
});

test("a market without trades begins with the first one", async () => {
  const { feed, live, shown, changes } = aFeed(() => []);
  await expect.poll(() => feed.state.status).toBe("empty");

  live(aMinute(9, "5"));

  expect(feed.state.status).toBe("ready");
  expect(shown()).toEqual([[9, "5"]]);
  expect(changes.at(-1)).toEqual({ kind: "all" });
});

test("nothing is shown any more once the feed is closed", async () => {
  const { promise, resolve } = anAnswer();
  const { feed, close } = aFeed(() => promise);

  close();
  resolve([aMinute(1)]);
  await promise;

  expect(feed.candles).toEqual([]);
  expect(feed.state.status).toBe("loading");
});
