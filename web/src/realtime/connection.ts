import { useSyncExternalStore } from "react";
import { emit } from "./emit";
import { ReconnectingSocket } from "./reconnecting-socket";

export type ConnectionState = "connecting" | "live" | "offline";
export type Listener = (message: unknown) => void;
/** How the server acknowledges what it was asked; an error without a channel is about all of them. */
type Acknowledgement = { ok: boolean; errors: { channel: string; code: string }[] } & PrivateAck;
/** What it says to somebody who follows private channels. */
export type PrivateAck = { seq?: number; resync?: boolean };

export const PRIVATE_CHANNELS = ["orders", "balances", "transactions", "account"] as const;

// The server allows ten messages a second; a flush sends three at most.
const FLUSH_PAUSE_MS = 500;
// Whoever leaves one page for the next keeps the connection.
const IDLE_MS = 10_000;
// Glancing at another tab costs nothing; leaving for longer stops the market data, which nobody sees.
const HIDDEN_MS = 30_000;
// Whatever the server refuses, it may allow later: an engine is there again, a pair is listed.
const REJECTED_RETRY_MS = 5_000;

const listeners = new Map<string, Set<Listener>>();
const stateListeners = new Set<() => void>();
const privateNames: ReadonlySet<string> = new Set(PRIVATE_CHANNELS);

/** What the server sends on the present connection. */
const active = new Set<string>();
/** What it would not send, until that is asked for once more. */
const rejected = new Set<string>();
let state: ConnectionState = "connecting";
let isConnected = false;
let isPaused = false;
let flushedAt = Number.NEGATIVE_INFINITY;
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let privateHooks = { resume: (): number | null => null, onSubscribed: (_ack: PrivateAck) => {} };

const socket = new ReconnectingSocket({
  onUp() {
    isConnected = true;
    active.clear();
    rejected.clear();
    flush();
    setState(isPaused ? "connecting" : "live");
  },
  onDown(isTrying) {
    isConnected = false;
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
  if (active.has(channel) && !privateNames.has(channel)) void request("snapshot", { channel }, [channel]);
}

/** Whoever counts private events: where to go on from, and what the server made of that. */
export function setPrivateHooks(hooks: typeof privateHooks): void {
  privateHooks = hooks;
}

function scheduleFlush(): void {
  if (!isConnected) return;
  clearTimeout(flushTimer);
  flushTimer = setTimeout(flush, Math.max(0, flushedAt + FLUSH_PAUSE_MS - Date.now()));
}

/** Tells the server what has changed in what is wanted. */
function flush(): void {
  if (!isConnected) return;
  const wanted = [...listeners.keys()].filter((name) => !isPaused || privateNames.has(name));
  const added = wanted.filter((name) => !active.has(name) && !rejected.has(name));
  const dropped = [...active].filter((name) => !wanted.includes(name));
  if (added.length === 0 && dropped.length === 0) return;
  flushedAt = Date.now();
  for (const name of dropped) active.delete(name);
  for (const name of added) active.add(name);
  const privateChannels = added.filter((name) => privateNames.has(name));
  const publicChannels = added.filter((name) => !privateNames.has(name));
  if (dropped.length > 0) void socket.request("unsubscribe", { channels: dropped });
  if (publicChannels.length > 0) void request("subscribe", { channels: publicChannels }, publicChannels);
  if (privateChannels.length > 0) void subscribePrivate(privateChannels);
}

async function subscribePrivate(channels: readonly string[]): Promise<void> {
  const resume = privateHooks.resume();
  const ack = await request("subscribe", { channels, ...(resume !== null && { resume }) }, channels);
  if (ack?.ok) privateHooks.onSubscribed(ack);
}

/** Asks for channels; those that are rejected are asked for again later. Null when no ack came. */
async function request(
  event: string,
  body: object,
  channels: readonly string[],
): Promise<Acknowledgement | null> {
  const ack = await socket.request(event, body);
  if (!isAcknowledgement(ack)) return null;
  if (!ack.ok) retryRejected(channels, ack);
  return ack;
}

function retryRejected(channels: readonly string[], { errors }: Acknowledgement): void {
  console.warn("Rejected", errors);
  for (const name of channels) {
    if (!errors.some(({ channel }) => channel === "" || channel === name)) continue;
    active.delete(name);
    rejected.add(name);
  }
  setTimeout(() => {
    rejected.clear();
    flush();
  }, REJECTED_RETRY_MS);
}

function stop(): void {
  socket.close();
  clearTimeout(hiddenTimer);
  document.removeEventListener("visibilitychange", onVisibilityChange);
  isConnected = false;
  isPaused = false;
  active.clear();
  setState("connecting");
}

function watchVisibility(): void {
  document.addEventListener("visibilitychange", onVisibilityChange);
}

function onVisibilityChange(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) hiddenTimer = setTimeout(() => setPaused(true), HIDDEN_MS);
  else setPaused(false);
}

function setPaused(next: boolean): void {
  if (isPaused === next) return;
  isPaused = next;
  flush();
  if (isConnected) setState(isPaused ? "connecting" : "live");
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

function isAcknowledgement(ack: unknown): ack is Acknowledgement {
  return typeof ack === "object" && ack !== null && "errors" in ack && Array.isArray(ack.errors);
}
