import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { hasEnded, type Order } from "./api";
import { type OpenOrderFilter, upsertOpenOrder } from "./open-orders";

type CancelRequest = {
  filter: OpenOrderFilter;
  /** The orders that match the filter. */
  orders: readonly Order[];
};

/** Cancels the open orders that match a filter; answers those that it has canceled. */
export function useCancelOrders() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ filter, orders }: CancelRequest) =>
      // The server cancels by pair and side.
      filter.type === undefined ? cancelMatching(filter) : cancelEach(orders),
    onSuccess: (canceled) => {
      for (const order of canceled) upsertOpenOrder(cache, order);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: ["orders"] }),
  });
}

async function cancelMatching({ symbol, side }: OpenOrderFilter): Promise<readonly Order[]> {
  const body = { ...(side && { side }), ...(symbol && { symbol }) };
  const { orders } = await unwrap(api.POST("/v1/order/cancel-all", { body }));
  return orders;
}

async function cancelEach(orders: readonly Order[]): Promise<readonly Order[]> {
  const canceled: Order[] = [];
  for (const { id } of orders) {
    const path = { order_id: String(id) };
    try {
      const { order } = await unwrap(api.POST("/v1/order/{order_id}/cancel", { params: { path } }));
      canceled.push(order);
    } catch (error) {
      // It was filled meanwhile, or canceled with the other order of its OCO.
      if (!hasEnded(error)) throw error;
    }
  }
  return canceled;
}
