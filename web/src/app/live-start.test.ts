import { afterEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { followClient } from "./live-start";

const started = vi.fn();
let loads = 0;
vi.mock("./live-client", () => {
  loads += 1;
  if (loads === 1) throw new Error("The network is gone.");
  return { startLiveClient: started };
});

vi.mock("./request-outcomes", () => ({ startRequestOutcomes: vi.fn() }));

afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

test("what could not be loaded is loaded as soon as it can be", async () => {
  vi.useFakeTimers();
  startSession("token");
  followClient(() => undefined);

  await vi.advanceTimersByTimeAsync(3_000);
  expect(loads).toBe(1);
  expect(started).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveBeenCalledOnce();
});
