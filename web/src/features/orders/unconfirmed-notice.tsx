import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import type { Placement } from "./desk-store";
import { checkOrder, dismissOrder, resendOrder } from "./order-desk";

/** Shows the state of an order without a response, and safe actions. */
export function UnconfirmedNotice({ placement }: { placement: Placement }) {
  const { order, isPending, unconfirmed } = placement;
  const isKnownAbsent = unconfirmed?.isKnownAbsent;
  return (
    <div role="alert" className="rounded-control border border-warn/30 bg-warn/10 px-3 py-2 text-13 text-ink">
      <p>
        {isKnownAbsent
          ? i18n._("Your order wasn’t placed. Your balance is unchanged.")
          : i18n._("No response yet. Your order may have been placed.")}
      </p>
      <p className="mt-1 text-12 text-ink-2">
        {isKnownAbsent
          ? i18n._("Sending it again can’t place it twice.")
          : i18n._("Check its status before placing it again.")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isKnownAbsent ? (
          <Button size="small" pending={isPending} onClick={() => void resendOrder(order)}>
            {i18n._("Send again")}
          </Button>
        ) : (
          <Button size="small" pending={isPending} onClick={() => void checkOrder(order)}>
            {i18n._("Check status")}
          </Button>
        )}
        <Button severity="secondary" size="small" disabled={isPending} onClick={() => dismissOrder(order)}>
          {i18n._("Dismiss")}
        </Button>
      </div>
    </div>
  );
}
