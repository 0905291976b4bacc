import type { components } from "@/api/generated/schema";
import { throttled } from "@/lib/throttled";
import { isSignedIn, onSessionChange } from "@/session/session";
import { PRIVATE_CHANNELS, type PrivateAnswer, setPrivateSide } from "./connection";
import { emit } from "./emit";
import { type Message, type Shapes, subscribeTo } from "./messages";

/** Where a trailing order's stop price is now. */
export type StopPrice = components["schemas"]["StopPrice"];

type PrivateTypes = {
  orders: "order" | "stop_prices";
  balances: "balances";
  transactions: "transaction";
  account: "kyc" | "level" | "security" | "session_revoked";
};
export type PrivateKind = keyof PrivateTypes;
export type PrivateMessages = { [Kind in PrivateKind]: Message<PrivateTypes[Kind]> };

const SHAPES: { [Kind in PrivateKind]: Shapes<PrivateTypes[Kind]> } = {
  orders: {
    order: { seq: "number", order: "object" },
    stop_prices: { seq: "number", items: "array" },
  },
  balances: { balances: { seq: "number", items: "array" } },
  transactions: { transaction: { seq: "number", transaction: "object" } },
  account: {
    kyc: { seq: "number", status: "string" },
    level: { seq: "number", level: "string" },
    security: { seq: "number", change: "string" },
    session_revoked: { seq: "number", session_id: "string" },
  },
};
// Whoever missed something loads everything again: a server that keeps sending what this page cannot read is not
// asked for all of that with each message.
const RESYNC_MS = 5_000;

type PrivateListener = { kind: PrivateKind; tell: (message: never) => void };

const listeners = new Set<PrivateListener>();
const missListeners = new Set<() => void>();
let lastSeq: number | null = null;
let hasJoined = false;
let stopChannels: (() => void) | null = null;
let stopSession: (() => void) | null = null;

setPrivateSide({
  resume: () => lastSeq,
  joined({ seq, resync }: PrivateAnswer) {
    // What was loaded before the first event is as old as what the server can no longer replay.
    const isFirst = !hasJoined;
    hasJoined = true;
    if (seq !== undefined) lastSeq = resync ? seq : Math.max(lastSeq ?? 0, seq);
    if (isFirst || resync) tellMissed();
  },
});

/** Calls the listener with what happens to the signed-in client: each event once, in its order. */
export function onPrivate<Kind extends PrivateKind>(
  kind: Kind,
  listener: (message: PrivateMessages[Kind]) => void,
): () => void {
  const entry: PrivateListener = { kind, tell: listener };
  listeners.add(entry);
  stopSession ??= onSessionChange(startOver);
  follow();
  return () => {
    listeners.delete(entry);
    if (listeners.size > 0) return;
    leave();
    stopSession?.();
    stopSession = null;
  };
}

/** Calls the listener when events may have been missed, so that whatever was loaded has to be loaded anew. */
export function onMissed(listener: () => void): () => void {
  missListeners.add(listener);
  return () => missListeners.delete(listener);
}

function startOver(): void {
  leave();
  if (listeners.size > 0) follow();
}

function follow(): void {
  if (stopChannels || !isSignedIn()) return;
  // All of them: events are numbered over all four, and only who hears all sees that none is missing.
  const stops = PRIVATE_CHANNELS.map((kind) => followKind(kind));
  stopChannels = () => {
    for (const stop of stops) stop();
  };
}

function followKind<Kind extends PrivateKind>(kind: Kind): () => void {
  const shapes: Shapes<PrivateTypes[Kind]> = SHAPES[kind];
  return subscribeTo(kind, shapes, (message) => receive(kind, message), dropUnreadable);
}

function leave(): void {
  stopChannels?.();
  stopChannels = null;
  lastSeq = null;
  hasJoined = false;
}

function receive(kind: PrivateKind, message: PrivateMessages[PrivateKind]): void {
  const { seq, type } = message;
  // Stop prices are no event of their own: they carry the number of the last one.
  const isEvent = type !== "stop_prices";
  if (isEvent && lastSeq !== null && seq <= lastSeq) return;
  const hasGap = isEvent && lastSeq !== null && seq > lastSeq + 1;
  if (isEvent) lastSeq = seq;
  const concerned = [...listeners].filter((entry) => entry.kind === kind);
  emit(
    concerned.map(({ tell }) => tell),
    message as never,
  );
  if (hasGap) tellMissed();
}

const resync = throttled(tellMissed, RESYNC_MS);

function dropUnreadable(message: unknown): void {
  const { seq } = Object(message);
  if (lastSeq !== null && seq > lastSeq) lastSeq = seq;
  resync();
}

function tellMissed(): void {
  emit(missListeners);
}
