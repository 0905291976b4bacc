import { useCallback, useState } from "react";
import type { OrderPrefill } from "@/features/orders/use-order-draft";

// Drafts outlive the screen, so versions must be unique across screens.
let lastVersion = 0;

type Prefill = Omit<OrderPrefill, "version">;

export type PickedPrice = { price: string; quantity?: string };

/** The price picked in the book, or a hotkey's choice, to be put into the form. */
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
