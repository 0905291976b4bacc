import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { isOutcomeUnknown, ProblemError } from "@/api/problem-error";
import { randomId } from "@/api/random-id";
import type { Fill, NewOrder, Order } from "./api";
import { isOpen, upsertOpenOrder } from "./open-orders";

/** An order with a name of its own: sent twice, it is placed once. */
export type NamedOrder = NewOrder & { client_order_id: string };

export type Placed = {
  /** One order, or both of an OCO. */
  orders: readonly Order[];
  fills: readonly Fill[];
  /** The answer was lost, and the order was found by its name. */
  wasLost: boolean;
};

/** No answer came, and the order could not be found either. */
export class UnconfirmedOrder extends Error {
  override readonly name = "UnconfirmedOrder";
  readonly order: NamedOrder;
  /** The server was asked and knows no such order; otherwise nobody could be asked. */
  readonly isKnownAbsent: boolean;

  constructor(order: NamedOrder, isKnownAbsent: boolean, cause: unknown) {
    super("The answer to an order was lost", { cause });
    this.order = order;
    this.isKnownAbsent = isKnownAbsent;
  }
}

// An order that was still on its way when its answer was given up has arrived by then, if it ever does.
const LOOKING_PAUSES_MS = [250, 1_000, 2_500];

export function nameOrder(order: NewOrder): NamedOrder {
  return { ...order, client_order_id: `web-${randomId()}` };
}

type Attempt = {
  order: NamedOrder;
  /** Only look whether an earlier attempt has arrived. */
  isCheck?: boolean;
};

/** Places an order; what becomes of it stands among the open orders as soon as it is answered. */
export function usePlaceOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ order, isCheck = false }: Attempt) => (isCheck ? find(order, null) : place(order)),
    onSuccess: ({ orders, fills, wasLost }) => {
      for (const order of orders) upsertOpenOrder(cache, order);
      if (wasLost) void cache.invalidateQueries({ queryKey: ["orders", "open"] });
      if (!orders.every(isOpen)) void cache.invalidateQueries({ queryKey: ["orders", "history"] });
      if (fills.length > 0 || wasLost) void cache.invalidateQueries({ queryKey: ["fills"] });
      void cache.invalidateQueries({ queryKey: ["assets"] });
    },
  });
}

async function place(order: NamedOrder): Promise<Placed> {
  try {
    const placed = await unwrap(api.POST("/v1/order", { body: order }));
    return { orders: ordersOf(placed), fills: placed.fills, wasLost: false };
  } catch (error) {
    const stored = storedOrder(error);
    if (stored) return { orders: [stored], fills: [], wasLost: true };
    if (!isOutcomeUnknown(error)) throw error;
    return find(order, error);
  }
}

/** Looks for an order whose answer was lost, for as long as it could still be on its way. */
async function find(order: NamedOrder, cause: unknown): Promise<Placed> {
  const query = { client_order_id: order.client_order_id, status: "all" } as const;
  let isKnownAbsent = false;
  for (const pause of LOOKING_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const { items } = await unwrap(api.GET("/v1/order", { params: { query } }));
      if (items.length > 0) return { orders: items, fills: [], wasLost: true };
      isKnownAbsent = true;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      isKnownAbsent = false;
    }
  }
  throw new UnconfirmedOrder(order, isKnownAbsent, cause);
}

function ordersOf({ order, orders }: components["schemas"]["PlacedOrder"]): readonly Order[] {
  return orders ?? (order ? [order] : []);
}

/** What the server has under the same name, where it refuses to place it again. */
function storedOrder(error: unknown): Order | null {
  if (!(error instanceof ProblemError) || error.code !== "DUPLICATE_CLIENT_ORDER_ID") return null;
  return (error.body.order as Order | undefined) ?? null;
}
