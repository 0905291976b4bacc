import { QueryObserver } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { queries } from "@/api/queries";
import { startLiveClient } from "@/app/live-client";
import { clearSession, startSession } from "@/session/session";
import { liveServer } from "./fake-socket";

let seq = 100;
const observed: (() => void)[] = [];

export const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Runs the live client of a signed-in client during each test of the file, with fake timers. */
export function runLiveClient(): void {
  let stop = () => {};
  beforeEach(async () => {
    vi.useFakeTimers();
    queries.clear();
    startSession("secret");
    liveServer.respond = () => ({ ok: true, errors: [], seq });
    stop = startLiveClient();
    await advance(10);
  });
  afterEach(async () => {
    for (const leave of observed.splice(0)) leave();
    stop();
    await advance(20_000);
    clearSession();
    vi.useRealTimers();
  });
}

/** A mounted list; counts how often it was loaded. */
export function show(queryKey: readonly unknown[], data: unknown = []) {
  const load = vi.fn(async () => data);
  observed.push(new QueryObserver(queries, { queryKey, queryFn: load }).subscribe(() => undefined));
  return load;
}

/** Sends the next event of a private channel. */
export function push(channel: string, body: Record<string, unknown>): void {
  seq++;
  liveServer.push({ channel, seq, ...body });
}

/** Sends a message that is not numbered itself and carries the number of the last event. */
export function pushBetweenEvents(channel: string, body: Record<string, unknown>): void {
  liveServer.push({ channel, seq, ...body });
}
