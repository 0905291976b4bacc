import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import type { UnconfirmedOrder } from "./placing";
import type { OrderFormState } from "./use-order-form";

interface UnconfirmedNoticeProps {
  unconfirmed: UnconfirmedOrder;
  state: Pick<OrderFormState, "isPending" | "checkAgain" | "sendAgain" | "dropLost">;
}

/** Says what is known about an order whose answer never came, and what can be done about it without harm. */
export function UnconfirmedNotice({ unconfirmed, state }: UnconfirmedNoticeProps) {
  return (
    <div role="alert" className="rounded-control border border-warn/30 bg-warn/10 px-3 py-2 text-13 text-ink">
      <p>
        {unconfirmed.isKnownAbsent
          ? i18n._("Your order wasn’t placed. Your balance is unchanged.")
          : i18n._("No response yet. Your order may have been placed.")}
      </p>
      <p className="mt-1 text-12 text-ink-2">
        {unconfirmed.isKnownAbsent
          ? i18n._("Sending it again can’t place it twice.")
          : i18n._("Check its status before placing it again.")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {unconfirmed.isKnownAbsent ? (
          <Button size="small" pending={state.isPending} onClick={() => state.sendAgain(unconfirmed.order)}>
            {i18n._("Send again")}
          </Button>
        ) : (
          <Button size="small" pending={state.isPending} onClick={() => state.checkAgain(unconfirmed.order)}>
            {i18n._("Check status")}
          </Button>
        )}
        <Button severity="secondary" size="small" disabled={state.isPending} onClick={state.dropLost}>
          {i18n._("Dismiss")}
        </Button>
      </div>
    </div>
  );
}
