import { persisted } from "@/lib/persisted";
import { isSignedIn, onSessionChange } from "@/session/session";
import { type DeskState, type PairDraft, type Placement, removePlacement, useDeskStore } from "./desk-store";
import { EMPTY_DRAFT } from "./draft";
import { DESK_KEY } from "./keys";
import { loadPart } from "./load-part";
import type { NamedOrder } from "./placing";

type Stored = Readonly<Record<string, unknown>>;
/** Drafts by pair, orders by client order id; parsed in full when they are restored. */
type StoredDesk = { drafts: Stored; orders: Stored };
type Parts = Pick<DeskState, "drafts" | "placements">;

const NOTHING: Parts = { drafts: {}, placements: {} };
const storedDesk = persisted<StoredDesk | null>(DESK_KEY, parseDesk, "account");
let isStoring = false;

/**
 * Restores the stored desk, and then stores every change: before that, an empty form would overwrite it.
 * Returns the orders without a response; null if that failed.
 */
export async function restoreDesk(): Promise<NamedOrder[] | null> {
  const orders = storedDesk.getState() ? await restore() : [];
  if (orders) storeChanges();
  return orders;
}

async function restore(): Promise<NamedOrder[] | null> {
  const part = await loadPart(() => import("./restore-desk"));
  if (!part) return null;
  // The client may have signed out while this was loading.
  const { drafts, orders } = storedDesk.getState() ?? { drafts: {}, orders: {} };
  const known = part.parseStored(drafts, orders);
  useDeskStore.setState((state) => ({
    drafts: { ...known.drafts, ...touched(state.drafts) },
    placements: { ...known.placements, ...state.placements },
  }));
  return Object.values(known.placements).map(({ order }) => order);
}

function storeChanges(): void {
  if (isStoring) return;
  isStoring = true;
  const storeAll = () => store(useDeskStore.getState(), NOTHING);
  storeAll();
  useDeskStore.subscribe(store);
  storedDesk.subscribe(dropAnswered);
  // A visitor's drafts are kept when signing in.
  onSessionChange(storeAll);
}

/** Whether an order still waits for its outcome: another tab may have shown it. */
export function isStored({ client_order_id }: NamedOrder): boolean {
  return client_order_id in (storedDesk.getState()?.orders ?? {});
}

function dropAnswered(): void {
  for (const { order, unconfirmed, isPending } of Object.values(useDeskStore.getState().placements)) {
    if (unconfirmed && !isPending && !isStored(order)) removePlacement(order.client_order_id);
  }
}

function store(next: Parts, previous: Parts): void {
  // A visitor's drafts are not stored, because others may use this browser.
  if (!isSignedIn() || (next.drafts === previous.drafts && next.placements === previous.placements)) return;
  const known = storedDesk.getState();
  const drafts = merge(known?.drafts, next.drafts, previous.drafts, toStoredDraft);
  const orders = merge(known?.orders, next.placements, previous.placements, toStoredOrder);
  const isEmpty = Object.keys(drafts).length + Object.keys(orders).length === 0;
  storedDesk.setState(isEmpty ? null : { drafts, orders }, true);
}

const toStoredDraft = (known: PairDraft) =>
  isTouched(known) ? { draft: known.draft, hasChosenPrice: known.hasChosenPrice } : undefined;
const toStoredOrder = ({ order, tickSize, draft }: Placement) => ({ order, tickSize, draft });

/** Writes only what has changed: other tabs have their own drafts and orders. */
function merge<Value>(
  known: Stored = {},
  next: Readonly<Record<string, Value>>,
  previous: Readonly<Record<string, Value>>,
  toStored: (value: Value) => unknown,
): Stored {
  const merged = { ...known };
  for (const name of Object.keys({ ...previous, ...next })) {
    const value = next[name];
    if (value === previous[name]) continue;
    const stored = value && toStored(value);
    if (stored === undefined) delete merged[name];
    else merged[name] = stored;
  }
  return merged;
}

function touched(drafts: DeskState["drafts"]): DeskState["drafts"] {
  return Object.fromEntries(Object.entries(drafts).filter(([, known]) => isTouched(known)));
}

/** Whether the draft was edited; an untouched form only has the market price. */
function isTouched({ draft, hasChosenPrice, prefillVersion }: PairDraft): boolean {
  const isEmpty = JSON.stringify({ ...draft, price: "" }) === JSON.stringify(EMPTY_DRAFT);
  return hasChosenPrice || prefillVersion > 0 || !isEmpty;
}

function parseDesk(stored: unknown): StoredDesk | null {
  if (!isRecord(stored)) return null;
  return { drafts: toRecord(stored.drafts), orders: toRecord(stored.orders) };
}

function isRecord(value: unknown): value is Stored {
  return typeof value === "object" && value !== null;
}

function toRecord(value: unknown): Stored {
  return isRecord(value) ? value : {};
}
