import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { ProblemError } from "@/api/problem-error";
import { randomId } from "@/api/random-id";
import type { Fill, NewOrder, Order } from "./api";

/** An order with a client order id: sent twice, it is placed once. */
export type NamedOrder = NewOrder & { client_order_id: string };

export type Placed = {
  /** One order, or both of an OCO. */
  orders: readonly Order[];
  fills: readonly Fill[];
  /** The response was lost, and the order was found by its client order id. */
  wasLost: boolean;
};

/** No response was received, and the order was not found either. */
export class UnconfirmedOrder extends Error {
  /** The server was asked and has no such order; otherwise it could not be asked. */
  readonly isKnownAbsent: boolean;

  constructor(isKnownAbsent: boolean, cause: unknown) {
    super("Unconfirmed order", { cause });
    this.isKnownAbsent = isKnownAbsent;
  }
}

export function nameOrder(order: NewOrder): NamedOrder {
  return { ...order, client_order_id: `web-${randomId()}` };
}

/** Places an order, or finds the one already placed with its client order id. */
export async function sendOrder(order: NamedOrder): Promise<Placed> {
  try {
    const placed = await unwrap(api.POST("/v1/order", { body: order }));
    return { orders: ordersOf(placed), fills: placed.fills, wasLost: false };
  } catch (error) {
    const stored = storedOrder(error);
    if (stored) return { orders: [stored], fills: [], wasLost: true };
    throw error;
  }
}

function ordersOf({ order, orders }: components["schemas"]["PlacedOrder"]): readonly Order[] {
  return orders ?? (order ? [order] : []);
}

/** The stored order with the same client order id, from the server's duplicate error. */
function storedOrder(error: unknown): Order | null {
  if (!(error instanceof ProblemError) || error.code !== "DUPLICATE_CLIENT_ORDER_ID") return null;
  return (error.body.order as Order | undefined) ?? null;
}
