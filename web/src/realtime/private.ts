import type { components } from "@/api/generated/schema";
import { throttled } from "@/lib/throttled";
import { privatePosition } from "@/session/private-position";
import { isSignedIn, onSessionChange } from "@/session/session";
import { PRIVATE_CHANNELS, type PrivateAck, setPrivateHooks } from "./connection";
import { emit } from "./emit";
import { type Message, type Shapes, subscribeTo } from "./messages";

/** The current stop price of a trailing order. */
export type StopPrice = components["schemas"]["StopPrice"];

type AccountChange = "kyc" | "level" | "security" | "session_revoked" | "deposit" | "withdrawal";
type ProductChange = "premarket_order" | "premarket_contract" | "earn_position";

type PrivateTypes = {
  orders: "order" | "stop_prices";
  balances: "balances";
  transactions: "transaction";
  account: AccountChange | "notice" | "announcement" | ProductChange;
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
    deposit: { seq: "number", id: "string" },
    withdrawal: { seq: "number", id: "string" },
    notice: { seq: "number", notice: "object", unread: "number" },
    announcement: { seq: "number" },
    premarket_order: { seq: "number", order_id: "number", symbol: "string", status: "string" },
    premarket_contract: { seq: "number", contract_id: "number", symbol: "string", status: "string" },
    earn_position: { seq: "number", position_id: "number", product_id: "string", status: "string" },
  },
};
// Missed events cause a full reload: throttled, so that a series of unreadable messages does not cause one each.
const RESYNC_MS = 5_000;

/** What must be reloaded: everything, or only what was loaded before the position of the channels was known. */
export type Missed = "all" | "early";

type PrivateListener = { kind: PrivateKind; listener: (message: never) => void };

const listeners = new Set<PrivateListener>();
const missedListeners = new Set<(missed: Missed) => void>();
let lastSeq: number | null = null;
let hasResumed = false;
let isSubscribed = false;
let stopChannels: (() => void) | null = null;
let stopSession: (() => void) | null = null;

setPrivateHooks({
  resume() {
    lastSeq ??= privatePosition();
    hasResumed = lastSeq !== null;
    return lastSeq;
  },
  onSubscribed({ seq, resync }: PrivateAck) {
    const isFirst = !isSubscribed;
    isSubscribed = true;
    if (seq !== undefined) lastSeq = resync ? seq : Math.max(lastSeq ?? 0, seq);
    // What was loaded before the first subscription may be stale, unless everything since then was replayed.
    if (resync || (isFirst && !hasResumed)) emitMissed("all");
    else if (isFirst) emitMissed("early");
  },
});

/** Calls the listener with events of the signed-in client: each once, in order. */
export function onPrivate<Kind extends PrivateKind>(
  kind: Kind,
  listener: (message: PrivateMessages[Kind]) => void,
): () => void {
  const entry: PrivateListener = { kind, listener };
  listeners.add(entry);
  stopSession ??= onSessionChange(resubscribe);
  subscribeAll();
  return () => {
    listeners.delete(entry);
    if (listeners.size > 0) return;
    unsubscribeAll();
    stopSession?.();
    stopSession = null;
  };
}

/** Calls the listener when events may have been missed, with what must be reloaded. */
export function onMissed(listener: (missed: Missed) => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

function resubscribe(): void {
  unsubscribeAll();
  if (listeners.size > 0) subscribeAll();
}

function subscribeAll(): void {
  if (stopChannels || !isSignedIn()) return;
  // All four: events are numbered across channels, so a gap is visible only with all of them.
  const stops = PRIVATE_CHANNELS.map((kind) => subscribeKind(kind));
  stopChannels = () => {
    for (const stop of stops) stop();
  };
}

function subscribeKind<Kind extends PrivateKind>(kind: Kind): () => void {
  const shapes: Shapes<PrivateTypes[Kind]> = SHAPES[kind];
  return subscribeTo(kind, shapes, (message) => receive(kind, message), dropUnreadable);
}

function unsubscribeAll(): void {
  stopChannels?.();
  stopChannels = null;
  lastSeq = null;
  isSubscribed = false;
}

function receive(kind: PrivateKind, message: PrivateMessages[PrivateKind]): void {
  const { seq, type } = message;
  // Stop prices have no sequence number of their own; they repeat the last one.
  const isEvent = type !== "stop_prices";
  if (isEvent && lastSeq !== null && seq <= lastSeq) return;
  const hasGap = isEvent && lastSeq !== null && seq > lastSeq + 1;
  if (isEvent) lastSeq = seq;
  const matching = [...listeners].filter((entry) => entry.kind === kind);
  emit(
    matching.map(({ listener }) => listener),
    message as never,
  );
  if (hasGap) emitMissed("all");
}

const resync = throttled(() => emitMissed("all"), RESYNC_MS);

function dropUnreadable(message: unknown): void {
  const { seq } = Object(message);
  if (lastSeq !== null && seq > lastSeq) lastSeq = seq;
  resync();
}

function emitMissed(missed: Missed): void {
  emit(missedListeners, missed);
}
