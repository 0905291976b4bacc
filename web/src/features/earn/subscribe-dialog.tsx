import { i18n } from "@lingui/core";
import { useState } from "react";
import { isOutcomeUnknown } from "@/api/problem-outcome";
import { Modal } from "@/design/modal";
import { useLastNonNull } from "@/design/use-last-non-null";
import { useGate } from "@/session/restricted";
import { type EarnProduct, useSubscribe } from "./api";
import { SubscribeForm } from "./subscribe-form";
import { SubscriptionDone } from "./subscription-done";
import type { TypedSubscription } from "./subscription-draft";
import { kindText } from "./texts";

interface SubscribeDialogProps {
  product: EarnProduct | null;
  /** What was typed before signing in. */
  typed: TypedSubscription;
  onClose: () => void;
}

/** Amount and terms of a product, then the position. */
export function SubscribeDialog({ product, typed, onClose }: SubscribeDialogProps) {
  const shown = useLastNonNull(product);
  const [isPending, setPending] = useState(false);
  return (
    <Modal
      open={product !== null}
      onClose={onClose}
      // A request in progress cannot be cancelled by closing the dialog.
      closable={!isPending}
      closeOnEscape={!isPending}
      closeOnMask={false}
      title={shown && i18n._("Subscribe to {coin}: {kind}", { coin: shown.coin, kind: kindText(shown) })}
      widthClass="max-w-lg"
    >
      {shown && (
        <Steps key={shown.id} product={shown} typed={typed} onPending={setPending} onClose={onClose} />
      )}
    </Modal>
  );
}

interface StepsProps {
  product: EarnProduct;
  typed: TypedSubscription;
  onPending: (isPending: boolean) => void;
  onClose: () => void;
}

function Steps({ product, typed, onPending, onClose }: StepsProps) {
  const [draft, setDraft] = useState(typed);
  const subscribe = useSubscribe();
  const gate = useGate();

  function submit() {
    onPending(true);
    const body = { product_id: product.id, amount: draft.amount, auto_renew: draft.autoRenew };
    subscribe.mutate(body, {
      onError: (error) => gate.handle(error) && onClose(),
      onSettled: () => onPending(false),
    });
  }

  if (subscribe.data) {
    return <SubscriptionDone product={product} position={subscribe.data} onClose={onClose} />;
  }
  // A refusal is about what was sent, not about what was typed since.
  const isCurrent =
    subscribe.variables?.amount === draft.amount && subscribe.variables.auto_renew === draft.autoRenew;
  return (
    <SubscribeForm
      product={product}
      draft={draft}
      error={isCurrent ? subscribe.error : null}
      isPending={subscribe.isPending}
      isUnconfirmed={isCurrent && isOutcomeUnknown(subscribe.error)}
      onDraft={setDraft}
      onSubmit={submit}
    />
  );
}
