import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveServer } from "@/testing/fake-socket";
import { useDepth } from "./depth";
import { checksumOf, type Level } from "./depth-book";

const CHANNEL = "depth:BTC-USDT";
const BIDS: Level[] = [
  ["100.5", "1"],
  ["100", "2.5"],
  ["99.5", "0.00000001"],
];
const ASKS: Level[] = [
  ["101", "3"],
  ["101.5", "1000000000000"],
];

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await advance(20_000);
  vi.useRealTimers();
});

async function showBook() {
  const hook = renderHook(() => useDepth("BTC-USDT"));
  await advance(10);
  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 7, bids: BIDS, asks: ASKS });
  await advance(150);
  return hook;
}

const update = (seq: number, bids: Level[], asks: Level[], sum: number, last = seq) =>
  liveServer.push({
    channel: CHANNEL,
    type: "update",
    first_seq: seq,
    last_seq: last,
    bids,
    asks,
    checksum: sum,
  });

const askedForSnapshots = () => liveServer.requests.filter(({ event }) => event === "snapshot").length;

test("a book is loading until its snapshot, and follows its updates from there", async () => {
  const { result, unmount } = renderHook(() => useDepth("BTC-USDT"));
  await advance(10);
  expect(result.current).toEqual({ status: "loading", bids: [], asks: [] });
  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 7, bids: BIDS, asks: ASKS });
  await advance(150);
  expect(result.current).toEqual({ status: "live", bids: BIDS, asks: ASKS });

  const bids: Level[] = [
    ["100.75", "4"],
    ["100.5", "0.5"],
    ["99.5", "0.00000001"],
  ];
  const asks: Level[] = [["101", "3"], ["101.25", "9"], ...ASKS.slice(1)];
  update(
    8,
    [
      ["100.75", "4"],
      ["100.5", "0.5"],
      ["100", "0"],
    ],
    [["101.25", "9"]],
    checksumOf(bids, asks),
    12,
  );
  await advance(150);

  expect(result.current).toEqual({ status: "live", bids, asks });
  unmount();
});

test("several updates are shown together", async () => {
  let renders = 0;
  const { result, unmount } = renderHook(() => {
    renders++;
    return useDepth("BTC-USDT");
  });
  await advance(10);
  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 7, bids: BIDS, asks: ASKS });
  await advance(150);
  const before = renders;

  for (let seq = 8; seq < 13; seq++) {
    const asks: Level[] = [["101", String(seq)], ...ASKS.slice(1)];
    update(seq, [], [["101", String(seq)]], checksumOf(BIDS, asks));
  }
  await advance(150);

  expect(renders).toBe(before + 1);
  expect(result.current.asks[0]).toEqual(["101", "12"]);
  expect(result.current.asks[1]).toBe(ASKS[1]);
  unmount();
});

test("a missed update makes the book stale until a new snapshot", async () => {
  const { result, unmount } = await showBook();

  update(9, [], [["101", "1"]], 0);
  await advance(150);
  expect(result.current).toEqual({ status: "stale", bids: BIDS, asks: ASKS });
  expect(askedForSnapshots()).toBe(1);

  update(10, [], [["101", "2"]], 0);
  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 10, bids: BIDS, asks: [["101", "2"]] });
  await advance(150);

  expect(result.current).toEqual({ status: "live", bids: BIDS, asks: [["101", "2"]] });
  unmount();
});

test("a wrong sum makes the book stale; one that stays wrong is asked for less and less often", async () => {
  const { result, unmount } = await showBook();

  update(8, [], [["101", "1"]], 1);
  await advance(150);
  expect(result.current.status).toBe("stale");
  expect(askedForSnapshots()).toBe(1);

  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 8, bids: BIDS, asks: ASKS });
  update(9, [], [["101", "1"]], 1);
  await advance(900);
  expect(askedForSnapshots()).toBe(1);
  await advance(200);
  expect(askedForSnapshots()).toBe(2);
  expect(result.current.status).toBe("stale");
  unmount();
});

test.each([
  { type: "update", first_seq: 8, last_seq: "8", bids: [], asks: [], checksum: 1 },
  { type: "update", first_seq: 8, last_seq: 8, bids: {}, asks: [], checksum: 1 },
  { type: "toString" },
])(
  "a message that cannot be read ($type) makes the book stale, and is made up by a snapshot",
  async (body) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { result, unmount } = await showBook();

    liveServer.push({ channel: CHANNEL, ...body });
    await advance(150);
    expect(result.current).toEqual({ status: "stale", bids: BIDS, asks: ASKS });
    expect(askedForSnapshots()).toBe(1);

    liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 8, bids: null, asks: ASKS });
    await advance(1_100);
    expect(result.current.status).toBe("stale");
    expect(askedForSnapshots()).toBe(2);

    liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 8, bids: BIDS, asks: ASKS });
    await advance(150);
    expect(result.current.status).toBe("live");
    unmount();
  },
);

test("a lost connection makes the book stale, and the snapshot of the next one right again", async () => {
  const { result, unmount } = await showBook();

  liveServer.drop();
  await advance(150);
  expect(result.current).toEqual({ status: "stale", bids: BIDS, asks: ASKS });

  await liveServer.reconnect();
  await advance(150);
  expect(result.current.status).toBe("stale");
  liveServer.push({ channel: CHANNEL, type: "snapshot", seq: 99, bids: [], asks: ASKS });
  await advance(150);
  expect(result.current).toEqual({ status: "live", bids: [], asks: ASKS });
  unmount();
});

test("the sum is the one that the contract describes", () => {
  expect(checksumOf([["100", "1"]], [["101", "2"]])).toBe(0xdfe4cb8b);
});
