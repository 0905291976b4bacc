import { useSyncExternalStore } from "react";
import { emit } from "./emit";
import { ReconnectingSocket } from "./reconnecting-socket";

export type ConnectionState = "connecting" | "live" | "offline";
export type Listener = (message: unknown) => void;
/** How the server acknowledges what it was asked; an error without a channel is about all of them. */
type Acknowledgement = { ok: boolean; errors: { channel: string; code: string }[] } & PrivateAnswer;
/** What it says to somebody who follows private channels. */
export type PrivateAnswer = { seq?: number; resync?: boolean };

export const PRIVATE_CHANNELS = ["orders", "balances", "transactions", "account"] as const;

// The server allows ten messages a second; a flush sends three at most.
const FLUSH_PAUSE_MS = 500;
// Whoever leaves one page for the next keeps the connection.
const IDLE_MS = 10_000;
// Glancing at another tab costs nothing; leaving for longer stops the market data, which nobody sees.
const HIDDEN_MS = 30_000;
// Whatever the server refuses, it may allow later: an engine is there again, a pair is listed.
const REFUSED_MS = 5_000;

const listeners = new Map<string, Set<Listener>>();
const stateListeners = new Set<() => void>();
const privateNames: ReadonlySet<string> = new Set(PRIVATE_CHANNELS);

/** What the server sends on the present connection. */
const active = new Set<string>();
/** What it would not send, until that is asked for once more. */
const refused = new Set<string>();
let state: ConnectionState = "connecting";
let isUp = false;
let isPaused = false;
let flushedAt = Number.NEGATIVE_INFINITY;
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let privateSide = { resume: (): number | null => null, joined: (_answer: PrivateAnswer) => {} };

const socket = new ReconnectingSocket({
  onUp() {
    isUp = true;
    active.clear();
    refused.clear();
    flush();
    setState(isPaused ? "connecting" : "live");
  },
  onDown(isTrying) {
    isUp = false;
    active.clear();
    setState(isTrying ? "connecting" : "offline");
  },
  onMessage(message) {
    const channel = channelOf(message);
    if (channel === null) return;
    emit(listeners.get(channel), message);
  },
});

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(onConnectionState, connectionState);
}

export function connectionState(): ConnectionState {
  return state;
}

export function onConnectionState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/**
 * Hands every message of a channel to the listener until the returned function is called. However many listen,
 * the server is asked once; a public channel first tells how things stand, also after each interruption.
 */
export function subscribe(channel: string, listener: Listener): () => void {
  const known = listeners.get(channel);
  if (known) known.add(listener);
  else listeners.set(channel, new Set([listener]));
  // Left a moment ago, it is still being sent and would begin in the middle.
  if (!known && active.has(channel)) requestSnapshot(channel);
  clearTimeout(idleTimer);
  if (listeners.size === 1 && !known) watchVisibility();
  socket.open();
  scheduleFlush();
  return () => {
    const left = listeners.get(channel);
    if (!left?.delete(listener) || left.size > 0) return;
    listeners.delete(channel);
    scheduleFlush();
    if (listeners.size === 0) idleTimer = setTimeout(stop, IDLE_MS);
  };
}

/** Asks to be told once more how things stand in a public channel. */
export function requestSnapshot(channel: string): void {
  if (active.has(channel) && !privateNames.has(channel)) void ask("snapshot", { channel }, [channel]);
}

/** Whoever counts private events: where to go on from, and what the server made of that. */
export function setPrivateSide(side: typeof privateSide): void {
  privateSide = side;
}

function scheduleFlush(): void {
  if (!isUp) return;
  clearTimeout(flushTimer);
  flushTimer = setTimeout(flush, Math.max(0, flushedAt + FLUSH_PAUSE_MS - Date.now()));
}

/** Tells the server what has changed in what is wanted. */
function flush(): void {
  if (!isUp) return;
  const wanted = [...listeners.keys()].filter((name) => !isPaused || privateNames.has(name));
  const added = wanted.filter((name) => !active.has(name) && !refused.has(name));
  const dropped = [...active].filter((name) => !wanted.includes(name));
  if (added.length === 0 && dropped.length === 0) return;
  flushedAt = Date.now();
  for (const name of dropped) active.delete(name);
  for (const name of added) active.add(name);
  const ownChannels = added.filter((name) => privateNames.has(name));
  const publicChannels = added.filter((name) => !privateNames.has(name));
  if (dropped.length > 0) void socket.ask("unsubscribe", { channels: dropped });
  if (publicChannels.length > 0) void ask("subscribe", { channels: publicChannels }, publicChannels);
  if (ownChannels.length > 0) void joinPrivate(ownChannels);
}

async function joinPrivate(channels: readonly string[]): Promise<void> {
  const resume = privateSide.resume();
  const answer = await ask("subscribe", { channels, ...(resume !== null && { resume }) }, channels);
  if (answer?.ok) privateSide.joined(answer);
}

/** Asks for channels; those that are refused are asked for again later. Null when no answer came. */
async function ask(
  event: string,
  body: object,
  channels: readonly string[],
): Promise<Acknowledgement | null> {
  const answer = await socket.ask(event, body);
  if (!isAcknowledgement(answer)) return null;
  if (!answer.ok) refuse(channels, answer);
  return answer;
}

function refuse(channels: readonly string[], { errors }: Acknowledgement): void {
  console.warn("Refused", errors);
  for (const name of channels) {
    if (!errors.some(({ channel }) => channel === "" || channel === name)) continue;
    active.delete(name);
    refused.add(name);
  }
  setTimeout(() => {
    refused.clear();
    flush();
  }, REFUSED_MS);
}

function stop(): void {
  socket.close();
  clearTimeout(hiddenTimer);
  document.removeEventListener("visibilitychange", noticeVisibility);
  isUp = false;
  isPaused = false;
  active.clear();
  setState("connecting");
}

function watchVisibility(): void {
  document.addEventListener("visibilitychange", noticeVisibility);
}

function noticeVisibility(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) hiddenTimer = setTimeout(() => setPaused(true), HIDDEN_MS);
  else setPaused(false);
}

function setPaused(next: boolean): void {
  if (isPaused === next) return;
  isPaused = next;
  flush();
  if (isUp) setState(isPaused ? "connecting" : "live");
}

function setState(next: ConnectionState): void {
  if (state === next) return;
  state = next;
  emit(stateListeners);
}

function channelOf(message: unknown): string | null {
  const isNamed = typeof message === "object" && message !== null && "channel" in message;
  return isNamed && typeof message.channel === "string" ? message.channel : null;
}

function isAcknowledgement(answer: unknown): answer is Acknowledgement {
  return typeof answer === "object" && answer !== null && "errors" in answer && Array.isArray(answer.errors);
}
