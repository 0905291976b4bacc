import { useSyncExternalStore } from "react";
import { emit } from "./emit";
import { ReconnectingSocket } from "./reconnecting-socket";

export type ConnectionState = "connecting" | "live" | "offline";
export type Listener = (message: unknown) => void;
/** The server's acknowledgement of a request; an error without a channel concerns all of them. */
type Acknowledgement = { ok: boolean; errors: { channel: string; code: string }[] } & PrivateAck;
/** The part about private channels. */
export type PrivateAck = { seq?: number; resync?: boolean };

export const PRIVATE_CHANNELS = ["orders", "balances", "transactions", "account"] as const;

// The server allows ten messages a second; a flush sends three at most.
const FLUSH_PAUSE_MS = 500;
// Navigating from one page to another keeps the connection.
const IDLE_MS = 10_000;
// Market data is paused only after the tab has been hidden for a while.
const HIDDEN_MS = 30_000;
// A rejected channel may be available later, after an engine restart or a listing.
const REJECTED_RETRY_MS = 5_000;

const listeners = new Map<string, Set<Listener>>();
const stateListeners = new Set<() => void>();
const privateNames: ReadonlySet<string> = new Set(PRIVATE_CHANNELS);

/** The channels subscribed on the current connection. */
const active = new Set<string>();
/** Rejected channels, until they are retried. */
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
 * Subscribes to a channel; returns an unsubscribe function. Listeners of a channel share one subscription. A
 * public channel starts with a snapshot, also after each reconnect.
 */
export function subscribe(channel: string, listener: Listener): () => void {
  const known = listeners.get(channel);
  if (known) known.add(listener);
  else listeners.set(channel, new Set([listener]));
  // Still subscribed from a moment ago: without a snapshot it would start in the middle.
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

/** Requests a new snapshot of a public channel. */
export function requestSnapshot(channel: string): void {
  if (active.has(channel) && !privateNames.has(channel)) void request("snapshot", { channel }, [channel]);
}

/** Sets the hooks of private channels: where to resume, and what the server acknowledged. */
export function setPrivateHooks(hooks: typeof privateHooks): void {
  privateHooks = hooks;
}

function scheduleFlush(): void {
  if (!isConnected) return;
  clearTimeout(flushTimer);
  flushTimer = setTimeout(flush, Math.max(0, flushedAt + FLUSH_PAUSE_MS - Date.now()));
}

/** Sends the difference between wanted and active channels to the server. */
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

/** Sends a request for channels; rejected ones are retried later. Null after a timeout. */
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
