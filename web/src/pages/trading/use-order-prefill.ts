import { useCallback, useState } from "react";
import type { OrderPrefill } from "@/features/orders/use-order-draft";

type Prefill = Omit<OrderPrefill, "version">;

export type PickedPrice = { price: string; quantity?: string };

/** What was picked in the book, or asked for by a key, on its way into the form. */
export function useOrderPrefill() {
  const [prefill, setPrefill] = useState<OrderPrefill>({ version: 0 });
  const ask = useCallback(
    (next: Prefill) => setPrefill(({ version }) => ({ ...next, version: version + 1 })),
    [],
  );
  const pick = useCallback(
    ({ price, quantity }: PickedPrice) => {
      ask(quantity === undefined ? { price } : { price, quantity });
    },
    [ask],
  );
  return { prefill, ask, pick };
}
