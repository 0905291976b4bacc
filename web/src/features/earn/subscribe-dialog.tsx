import { i18n } from "@lingui/core";
import { useState } from "react";
import { LevelNote } from "@/design/level-note";
import { Modal } from "@/design/modal";
import { useLastNonNull } from "@/design/use-last-non-null";
import type { Outcome } from "@/session/pending-requests";
import { useRequiredLevels } from "@/session/required-level";
import { useGate } from "@/session/restricted";
import { useMoneyRequest } from "@/session/use-money-request";
import type { EarnPosition, EarnProduct } from "./api";
import { subscribePlace, subscribeRequest } from "./earn-requests";
import { requiredRank } from "./required-rank";
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
  const [done, setDone] = useState<EarnPosition | null>(null);
  const [refused, setRefused] = useState<{ error: Error; draft: TypedSubscription } | null>(null);
  const request = useMoneyRequest(subscribeRequest, subscribePlace(product.id));
  const level = useRequiredLevels()(requiredRank(product));
  const gate = useGate();

  async function take(answer: Promise<Outcome<EarnPosition>>) {
    onPending(true);
    setRefused(null);
    const outcome = await answer;
    onPending(false);
    if (outcome.status === "done") setDone(outcome.answer);
    if (outcome.status === "refused") {
      setRefused({ error: outcome.error, draft });
      if (gate.handle(outcome.error)) onClose();
    }
  }

  function submit() {
    const body = {
      product_id: product.id,
      amount: draft.amount,
      auto_renew: draft.autoRenew,
      coin: product.coin,
    };
    void take(request.send(body));
  }

  if (done) return <SubscriptionDone product={product} position={done} onClose={onClose} />;
  // No form to fill in for those who can’t send it.
  if (level.isMissing && !request.isPending && !request.lost) return <LevelNote level={level.name} />;
  return (
    <SubscribeForm
      product={product}
      levelName={level.name}
      draft={draft}
      // A refusal is about what was sent, not about what was typed since.
      error={refused?.draft === draft ? refused.error : null}
      request={request}
      onDraft={setDraft}
      onSubmit={submit}
      onCheck={() => void take(request.check())}
    />
  );
}
