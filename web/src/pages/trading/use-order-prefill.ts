import { useCallback, useState } from "react";
import type { OrderWish } from "@/features/orders/use-order-draft";

type Wish = Omit<OrderWish, "version">;

export type PickedPrice = { price: string; quantity?: string };

/** What was picked in the book, or asked for by a key, on its way into the form. */
export function useOrderWish() {
  const [wish, setWish] = useState<OrderWish>({ version: 0 });
  const ask = useCallback((next: Wish) => setWish(({ version }) => ({ ...next, version: version + 1 })), []);
  const pick = useCallback(
    ({ price, quantity }: PickedPrice) => {
      ask(quantity === undefined ? { price } : { price, quantity });
    },
    [ask],
  );
  return { wish, ask, pick };
}
