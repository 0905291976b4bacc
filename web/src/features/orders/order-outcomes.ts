import { i18n } from "@lingui/core";
import { api, unwrap } from "@/api/client";
import { ProblemError } from "@/api/problem-error";
import { type ToastMessage, toast } from "@/design/toast";
import { type Placement, useDeskStore } from "./desk-store";
import { showOrderToast } from "./order-toast";
import { describePlaced } from "./outcome";
import { type NamedOrder, type Placed, UnconfirmedOrder } from "./placing";
import { isStored, restoreDesk } from "./stored-desk";

// A request that was in flight at the timeout has arrived by then, if ever.
const RETRY_PAUSES_MS = [250, 1_000, 2_500];

/** Restores the desk, and returns the orders without a response; null if that failed. */
export function restoreUnanswered(): Promise<NamedOrder[] | null> {
  return restoreDesk();
}

export const isUnanswered = (order: NamedOrder): boolean => isStored(order);

/** Looks up an order by its client order id, with retries while its request could still arrive. */
export async function findOrder(order: NamedOrder, cause: unknown): Promise<Placed> {
  const query = { client_order_id: order.client_order_id, status: "all" } as const;
  let isKnownAbsent = false;
  for (const pause of RETRY_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const { items } = await unwrap(api.GET("/v1/order", { params: { query } }));
      if (items.length > 0) return { orders: items, fills: [], wasLost: true };
      isKnownAbsent = true;
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) throw error;
      // A failed lookup says nothing about the order.
      isKnownAbsent = false;
    }
  }
  throw new UnconfirmedOrder(isKnownAbsent, cause);
}

export function showPlaced(placed: Placed, tickSize: string): void {
  showOrderToast(describePlaced(placed, tickSize));
}

type OrderActions = Record<"onCheck" | "onResend" | "onDismiss", (order: NamedOrder) => void>;

// Visible toasts, by client order id.
const shown = new Map<string, string>();
let isWatching = false;

/** Shows a toast for each unconfirmed order whose form is not mounted. */
export function watchUnconfirmed(actions: OrderActions): void {
  if (isWatching) return;
  isWatching = true;
  useDeskStore.subscribe(() => updateNotices(actions));
  updateNotices(actions);
}

function updateNotices(actions: OrderActions): void {
  const { placements, formSymbol } = useDeskStore.getState();
  const due = Object.entries(placements).filter(
    ([, { order, isPending, unconfirmed }]) => unconfirmed && !isPending && order.symbol !== formSymbol,
  );
  for (const [id, toastId] of shown) {
    if (due.some(([dueId]) => dueId === id)) continue;
    shown.delete(id);
    toast.remove(toastId);
  }
  for (const [id, placement] of due) {
    if (!shown.has(id)) shown.set(id, toast.add(describeUnconfirmed(placement, actions)));
  }
}

function describeUnconfirmed({ order, unconfirmed }: Placement, actions: OrderActions): ToastMessage {
  const { symbol } = order;
  const dismiss = { label: i18n._("Dismiss"), onPress: () => actions.onDismiss(order) };
  if (unconfirmed?.isKnownAbsent) {
    return {
      severity: "warn",
      summary: i18n._("Your {symbol} order wasn’t placed. Your balance is unchanged.", { symbol }),
      detail: i18n._("Sending it again can’t place it twice."),
      actions: [{ label: i18n._("Send again"), onPress: () => actions.onResend(order) }, dismiss],
    };
  }
  return {
    severity: "warn",
    summary: i18n._("No response yet. Your {symbol} order may have been placed.", { symbol }),
    detail: i18n._("Check its status before placing it again."),
    actions: [{ label: i18n._("Check status"), onPress: () => actions.onCheck(order) }, dismiss],
  };
}
