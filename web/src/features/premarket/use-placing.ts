import { i18n } from "@lingui/core";
import { useState } from "react";
import { isFinalRefusal, isOutcomeUnknown } from "@/api/problem-outcome";
import { randomId } from "@/api/random-id";
import { toast } from "@/design/toast";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { useGate } from "@/session/restricted";
import { type KeyedOrder, usePlaceOrder } from "./api";
import type { Draft } from "./draft";
import { type Refusal, readRefusal } from "./refusals";
import type { Premarket, PremarketOrder } from "./types";

const NOTHING: Refusal = { fields: {}, form: null };

/** Sends orders. Each has a key of its own, so that one without a response can be sent again safely. */
export function usePlacing(market: Premarket, draft: Draft) {
  const place = usePlaceOrder();
  const gate = useGate();
  const [unconfirmed, setUnconfirmed] = useState<KeyedOrder | null>(null);
  const isRefused = place.error !== null && !unconfirmed && place.variables?.order === draft;

  async function attempt(keyed: KeyedOrder): Promise<boolean> {
    try {
      showPlaced(await place.mutateAsync(keyed));
      setUnconfirmed(null);
      return true;
    } catch (error) {
      if (isOutcomeUnknown(error)) setUnconfirmed(keyed);
      else if (isFinalRefusal(error)) setUnconfirmed(null);
      if (gate.handle(error)) place.reset();
      return false;
    }
  }

  return {
    isPending: place.isPending,
    /** An order without a response. */
    unconfirmed,
    refusal: isRefused ? readRefusal(place.error, market) : NOTHING,
    /** Whether the order was placed. */
    send: (order: Draft) => attempt({ key: randomId(), symbol: market.symbol, order }),
    resend: () => unconfirmed && void attempt(unconfirmed),
    dismiss: () => setUnconfirmed(null),
  };
}

function showPlaced({ side, quantity, filled_quantity, symbol, price, quote }: PremarketOrder): void {
  const shown = { amount: formatAmount(quantity), coin: symbol, price: formatAmount(price), quote };
  const summary =
    side === "buy"
      ? i18n._("Order placed: buy {amount} {coin} at {price} {quote}", shown)
      : i18n._("Order placed: sell {amount} {coin} at {price} {quote}", shown);
  const filled = { filled: formatAmount(filled_quantity), coin: symbol };
  const detail = isZero(filled_quantity)
    ? undefined
    : i18n._("{filled} {coin} filled and became contracts.", filled);
  toast.add({ severity: "success", summary, detail, life: 5000 });
}
