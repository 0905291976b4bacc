import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteServerTime, serverNow, serverSeconds } from "./server-clock";

const NOON = Date.UTC(2026, 10, 19, 12);
const HOUR_MS = 3_600_000;

const answerAt = (time: number, headers: HeadersInit = { "Cache-Control": "no-store" }) =>
  new Response(null, { headers: { ...headers, Date: new Date(time).toUTCString() } });

/** The clock's lead after an answer of this time that came within 100 ms. */
function leadAfter(answer: Response): number {
  noteServerTime(answer, NOON - 100, NOON);
  return serverNow() - Date.now();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  leadAfter(answerAt(NOON));
});
afterEach(() => vi.useRealTimers());

test("a device an hour ahead learns of it", () => {
  expect(leadAfter(answerAt(NOON - HOUR_MS))).toBe(-HOUR_MS + 550);
  expect(serverSeconds()).toBe((NOON - HOUR_MS) / 1_000);
});

test("an offset that may be right is kept, so that countdowns do not jump", () => {
  const lead = leadAfter(answerAt(NOON + HOUR_MS));

  expect(leadAfter(answerAt(NOON + HOUR_MS + 400))).toBe(lead);
});

test.each([
  ["from a cache", answerAt(NOON - HOUR_MS, { "Cache-Control": "public, max-age=60" })],
  ["without a directive", answerAt(NOON - HOUR_MS, {})],
  ["without a date", new Response(null, { headers: { "Cache-Control": "no-store" } })],
])("an answer %s says nothing", (_, answer) => {
  const lead = serverNow() - Date.now();

  expect(leadAfter(answer)).toBe(lead);
});
