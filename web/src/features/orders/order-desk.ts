import { i18n } from "@lingui/core";
import type { QueryKey } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { ProblemError } from "@/api/problem-error";
import { isOutcomeUnknown } from "@/api/problem-outcome";
import { queries } from "@/api/queries";
import { toast } from "@/design/toast";
import { exclusively } from "@/lib/tab-lock";
import { openRestricted } from "@/session/restricted";
import {
  changeDraft,
  draftOf,
  putPlacement,
  removePlacement,
  updatePlacement,
  useDeskStore,
} from "./desk-store";
import { type Draft, type Market, toNewOrder } from "./draft";
import { orderKeys } from "./keys";
import { loadPart } from "./load-part";
import { loadRefusal, plainRefusal } from "./load-refusal";
import { isOpen, upsertOpenOrder } from "./open-orders";
import { type NamedOrder, nameOrder, type Placed, sendOrder, UnconfirmedOrder } from "./placing";
import type { Refusal } from "./refusals";

/** `isCurrent`: the form still has the draft that was sent. */
export type Outcome =
  | { kind: "placed"; isCurrent: boolean }
  | { kind: "refused"; isCurrent: boolean; refusal: Refusal }
  | { kind: "unconfirmed" | "restricted" | "signed-out" | "shown-elsewhere" };

const SHOWN_MS = 5_000;

type Outcomes = typeof import("./order-outcomes");

let persisting: Promise<void> | undefined;

/**
 * Restores the desk from before a reload, looks up orders without a response, and then stores every change.
 * The code for that is loaded while online, because the connection may break; a failed load is retried with
 * the next call.
 */
export function persistDesk(): Promise<void> {
  persisting ??= startPersisting();
  return persisting;
}

async function startPersisting(): Promise<void> {
  const outcomes = await loadOutcomes();
  const orders = await outcomes?.restoreUnanswered();
  if (!orders) persisting = undefined;
  // Another tab may still be sending it; what it has shown by then need not be shown twice.
  for (const order of orders ?? []) void submit(order, lookUp, { isWaiting: outcomes?.isUnanswered });
}

/** Loads the code that looks up lost orders and shows outcomes. */
async function loadOutcomes(): Promise<Outcomes | null> {
  const outcomes = await loadPart(() => import("./order-outcomes"));
  outcomes?.watchUnconfirmed({ onCheck: checkOrder, onResend: resendOrder, onDismiss: dismissOrder });
  return outcomes;
}

/** Places the order of a form. The outcome is shown whatever page is open by then. */
export function placeOrder(draft: Draft, market: Market): Promise<Outcome> {
  const order = nameOrder(toNewOrder(draft, market));
  const tickSize = market.pair.tick_size;
  putPlacement({ order, tickSize, draft, isPending: true, unconfirmed: null });
  return submit(order, send, { readRefusal: (error) => loadRefusal(error, draft, market) });
}

/** Looks up an order whose response was lost. */
export function checkOrder(order: NamedOrder): Promise<Outcome> {
  updatePlacement(order.client_order_id, { isPending: true });
  return submit(order, lookUp);
}

/** Resends an order whose response was lost with the same client order id: the server places it once. */
export function resendOrder(order: NamedOrder): Promise<Outcome> {
  updatePlacement(order.client_order_id, { isPending: true });
  return submit(order, send);
}

export function dismissOrder(order: NamedOrder): void {
  removePlacement(order.client_order_id);
}

type Request = (order: NamedOrder) => Promise<Placed>;
type ReadRefusal = (error: unknown) => Refusal | Promise<Refusal>;

async function send(order: NamedOrder): Promise<Placed> {
  try {
    return await sendOrder(order);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    return find(order, error);
  }
}

async function find(order: NamedOrder, cause: unknown): Promise<Placed> {
  const outcomes = await loadOutcomes();
  if (!outcomes) throw new UnconfirmedOrder(false, cause);
  return outcomes.findOrder(order, cause);
}

const lookUp: Request = (order) => find(order, null);

type SubmitOptions = {
  readRefusal?: ReadRefusal;
  isWaiting?: ((order: NamedOrder) => boolean) | undefined;
};

function submit(order: NamedOrder, request: Request, options: SubmitOptions = {}): Promise<Outcome> {
  const { readRefusal = plainRefusal, isWaiting = () => true } = options;
  void loadOutcomes();
  return exclusively(`cw:order:${order.client_order_id}`, async () => {
    if (isWaiting(order)) return attempt(order, request, readRefusal);
    removePlacement(order.client_order_id);
    return { kind: "shown-elsewhere" };
  });
}

async function attempt(order: NamedOrder, request: Request, readRefusal: ReadRefusal): Promise<Outcome> {
  const id = order.client_order_id;
  let placed: Placed;
  try {
    // As a mutation of the cache, where an ended session is detected.
    placed = await queries.getMutationCache().build(queries, { mutationFn: request }).execute(order);
  } catch (error) {
    if (!(error instanceof UnconfirmedOrder)) return onRejected(order, error, readRefusal);
    const { isKnownAbsent } = error;
    const isKnown = updatePlacement(id, { isPending: false, unconfirmed: { isKnownAbsent } });
    return { kind: isKnown ? "unconfirmed" : "signed-out" };
  }
  return onPlaced(order, placed);
}

async function onPlaced(order: NamedOrder, placed: Placed): Promise<Outcome> {
  const placement = useDeskStore.getState().placements[order.client_order_id];
  if (!placement) return { kind: "signed-out" };
  cachePlaced(placed);
  const isCurrent = isCurrentDraft(order.symbol, placement.draft);
  if (isCurrent) {
    changeDraft(order.symbol, (known) => ({
      ...known,
      draft: { ...known.draft, size: "", displayQuantity: "" },
    }));
  }
  removePlacement(order.client_order_id);
  const outcomes = await loadOutcomes();
  if (outcomes) outcomes.showPlaced(placed, placement.tickSize);
  else toast.add({ severity: "success", summary: i18n._("Order placed"), life: SHOWN_MS });
  return { kind: "placed", isCurrent };
}

async function onRejected(order: NamedOrder, error: unknown, readRefusal: ReadRefusal): Promise<Outcome> {
  const { client_order_id: id, symbol } = order;
  const refusal = await readRefusal(error);
  const { placements, formSymbol } = useDeskStore.getState();
  const placement = placements[id];
  if (!placement) return { kind: "signed-out" };
  // An order that may be resent keeps its client order id until it is placed or dismissed.
  const isRetryable = error instanceof ProblemError && error.status === 429 && placement.unconfirmed;
  if (isRetryable) updatePlacement(id, { isPending: false });
  else removePlacement(id);
  if (error instanceof ProblemError && error.code === "LEVEL_REQUIRED") {
    openRestricted(String(error.body.required));
    return { kind: "restricted" };
  }
  const isCurrent = formSymbol === symbol && isCurrentDraft(symbol, placement.draft);
  if (isCurrent && placement.draft) {
    const shown = { draft: placement.draft, refusal };
    useDeskStore.setState(({ refusals }) => ({ refusals: { ...refusals, [symbol]: shown } }));
  } else {
    showRejected(symbol, refusal);
  }
  return { kind: "refused", isCurrent, refusal };
}

/** Shows the reason of a rejected order whose form is closed, or has another draft by now. */
function showRejected(symbol: string, { form, fields }: Refusal): void {
  toast.add({
    severity: "error",
    summary: i18n._("{symbol} order rejected", { symbol }),
    detail: [form, ...Object.values(fields)].filter(Boolean).join(" "),
  });
}

function isCurrentDraft(symbol: string, draft: Draft | null): boolean {
  return draft !== null && draftOf(useDeskStore.getState(), symbol).draft === draft;
}

/** Upserts the placed order into the cache, and invalidates everything else that it changes. */
function cachePlaced({ orders, fills, wasLost }: Placed): void {
  const invalidate = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey });
  for (const order of orders) upsertOpenOrder(queries, order);
  if (wasLost) invalidate(orderKeys.open);
  if (!orders.every(isOpen)) invalidate(orderKeys.history);
  if (fills.length > 0 || wasLost) invalidate(orderKeys.fills);
  invalidate(assetsQuery.queryKey);
}
