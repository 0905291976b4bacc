import { useCallback, useState } from "react";
import type { OrderPrefill } from "@/features/orders/use-order-draft";

// Drafts outlive the screen: what was chosen on an earlier one must not count as chosen on the next.
let lastVersion = 0;

type Prefill = Omit<OrderPrefill, "version">;

export type PickedPrice = { price: string; quantity?: string };

/** What was picked in the book, or asked for by a key, on its way into the form. */
export function useOrderPrefill() {
  const [prefill, setPrefill] = useState<OrderPrefill>({ version: 0 });
  const ask = useCallback((next: Prefill) => {
    lastVersion += 1;
    setPrefill({ ...next, version: lastVersion });
  }, []);
  const pick = useCallback(
    ({ price, quantity }: PickedPrice) => {
      ask(quantity === undefined ? { price } : { price, quantity });
    },
    [ask],
  );
  return { prefill, ask, pick };
}
