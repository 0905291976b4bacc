import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pairsQuery } from "@/api/pairs";
import { queries } from "@/api/queries";
import { useWaitingToasts } from "@/design/toast";
import { serveNothing } from "@/testing/fake-server";
import { aPair } from "@/testing/markets";
import { aFill, anOrder } from "@/testing/orders";
import { useFillSound } from "./fill-sound";
import { restingEvent } from "./resting-event";
import { showResting } from "./resting-toast";

const summaries = () => useWaitingToasts.getState().map(({ summary }) => summary);
const part = {
  status: "partially_filled",
  filled_quantity: "1",
  remaining_quantity: "1",
  average_price: "95",
} as const;
const whole = {
  status: "filled",
  filled_quantity: "2",
  remaining_quantity: "0",
  average_price: "95",
} as const;
const now = Math.floor(Date.now() / 1000);

beforeEach(() => queries.setQueryData(pairsQuery.queryKey, [aPair("BTC-USDT")]));
afterEach(() => {
  queries.clear();
  useFillSound.setState(false);
});

test.each([
  [
    "filled",
    "a fill of a maker",
    anOrder({ ...whole, created_at: now }),
    aFill({ role: "maker" }),
    undefined,
  ],
  ["filled", "a fill of an older order", anOrder(whole), aFill({ role: "taker" }), undefined],
  [
    null,
    "a fill of an order just placed",
    anOrder({ ...whole, created_at: now }),
    aFill({ role: "taker" }),
    undefined,
  ],
  ["triggered", "a stop that rests now", anOrder(), null, anOrder({ status: "untriggered" })],
  ["triggered", "a stop that no page has shown", anOrder({ stop_price: "96" }), null, undefined],
  [null, "a stop that rests already", anOrder({ stop_price: "96" }), null, anOrder({ stop_price: "96" })],
  [null, "a new order", anOrder(), null, undefined],
  [
    null,
    "a stop that was canceled",
    anOrder({ status: "canceled" }),
    null,
    anOrder({ status: "untriggered" }),
  ],
] as const)("%s: %s", (event, _, order, fill, known) => {
  expect(restingEvent(order, fill, known)).toBe(event);
});

test("the fills of an order replace each other, and those of another one do not", async () => {
  await showResting(anOrder(part), "filled");
  expect(summaries()).toEqual(["Bought 1 BTC at an average of 95.00 USDT"]);

  await showResting(anOrder(whole), "filled");
  await showResting(anOrder({ id: 2, side: "sell", ...whole }), "filled");

  expect(summaries()).toEqual([
    "Bought 2 BTC at an average of 95.00 USDT",
    "Sold 2 BTC at an average of 95.00 USDT",
  ]);
});

test.each(["buy", "sell"] as const)("a triggered %s order is said", async (side) => {
  await showResting(anOrder({ side }), "triggered");

  expect(summaries()).toEqual([`Your BTC-USDT ${side} order was triggered`]);
});

test("without the pairs a fill is said all the same", async () => {
  queries.clear();
  serveNothing("get", "/v1/pairs");

  await showResting(anOrder(whole), "filled");

  expect(summaries()).toEqual(["Bought 2 BTC at an average of 95.00 USDT"]);
});

test.each([
  [true, 2],
  [false, 0],
])("with the sound %s, %i notes are played", async (isWanted, count) => {
  const played: number[] = [];
  let closed = 0;
  type Note = { onended?: () => void; frequency: object; connect: object; stop: object; start: object };
  const oscillators: Note[] = [];
  class FakeContext {
    currentTime = 0;
    destination = {};
    createGain = () => ({ gain: { value: 0 }, connect: vi.fn() });
    async close() {
      closed += 1;
    }
    createOscillator() {
      const note: Note = {
        frequency: { value: 0 },
        connect: vi.fn(),
        stop: vi.fn(),
        start: (at: number) => played.push(at),
      };
      oscillators.push(note);
      return note;
    }
  }
  vi.stubGlobal("AudioContext", FakeContext);
  useFillSound.setState(isWanted);

  await showResting(anOrder(whole), "filled");
  for (const note of oscillators) note.onended?.();

  expect(played).toHaveLength(count);
  await waitFor(() => expect(closed).toBe(isWanted ? 1 : 0));
});
