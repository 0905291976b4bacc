import { useState } from "react";
import { toast } from "@/design/toast";
import type { Outcome } from "@/session/pending-requests";
import { useGate } from "@/session/restricted";
import { useMoneyRequest } from "@/session/use-money-request";
import type { Draft } from "./draft";
import { describePlaced, orderRequest, placeOfMarket } from "./order-request";
import { type Refusal, readRefusal } from "./refusals";
import type { Premarket, PremarketOrder } from "./types";

const NOTHING: Refusal = { fields: {}, form: null };
const SHOWN_MS = 5_000;

/** Sends orders, one at a time: while the answer to one is missing, it can only be asked for again. */
export function usePlacing(market: Premarket, draft: Draft) {
  const request = useMoneyRequest(orderRequest, placeOfMarket(market.symbol));
  const gate = useGate();
  const [refused, setRefused] = useState<{ error: Error; draft: Draft | null } | null>(null);
  const isShown = refused !== null && (refused.draft === null || refused.draft === draft);

  /** Shows an outcome; true if the order was placed. */
  function take(outcome: Outcome<PremarketOrder>, sent: Draft | null): boolean {
    if (outcome.status === "done") toast.add({ ...describePlaced(outcome.answer), life: SHOWN_MS });
    if (outcome.status === "signed-out") gate.requireSignIn();
    if (outcome.status === "refused" && !gate.handle(outcome.error)) {
      setRefused({ error: outcome.error, draft: sent });
    }
    return outcome.status === "done";
  }

  return {
    ...request,
    refusal: isShown ? readRefusal(refused.error, market) : NOTHING,
    /** Whether the order was placed. */
    async send({ side, price, quantity }: Draft): Promise<boolean> {
      setRefused(null);
      const outcome = await request.send({ symbol: market.symbol, side, price, quantity });
      return take(outcome, draft);
    },
    async check() {
      take(await request.check(), null);
    },
  };
}
