import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { serverSeconds } from "@/lib/server-clock";
import { StepUpCancelled } from "@/session/step-up";
import { type Premarket, type ProposalDraft, usePropose } from "./api";
import { type Moment, momentOf, secondsOf } from "./moment";
import { MomentField } from "./moment-field";
import { consequencesOf } from "./texts";

type Kind = ProposalDraft["kind"];

/** A listing is refused if its delivery would begin before the approval. */
const LEAD_SECONDS = 3600;

/** Listing, delay and cancellation: proposed here, decided by someone else. */
export function ProposeCard({ market }: { market: Premarket }) {
  const [asked, setAsked] = useState<Kind | null>(null);
  const shown = useLastNonNull(asked);
  const { status, delivery_at, proposal_id } = market;
  const canList = status === "open" || status === "closed";
  const canCancel = canList || status === "upcoming";
  if (!canCancel) return null;
  return (
    <Card title={i18n._("Listing")}>
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">
          {proposal_id
            ? i18n._("A proposal is waiting for a decision. Decide on it first.")
            : i18n._("Listing, delaying and canceling need two people: one proposes, another decides.")}
        </p>
        {canList && (
          <Button icon="rocket" fullWidth disabled={proposal_id !== null} onClick={() => setAsked("list")}>
            {delivery_at === null ? i18n._("Propose listing") : i18n._("Propose another delivery time")}
          </Button>
        )}
        <Button
          severity="secondary"
          icon="ban"
          fullWidth
          disabled={proposal_id !== null}
          onClick={() => setAsked("cancel")}
        >
          {i18n._("Propose cancellation")}
        </Button>
      </div>
      {shown && (
        <ProposeDialog market={market} kind={shown} open={asked !== null} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

type ProposeDialogProps = { market: Premarket; kind: Kind; open: boolean; onClose: () => void };

function ProposeDialog({ market, kind, open, onClose }: ProposeDialogProps) {
  const { symbol } = market;
  const propose = usePropose(symbol);
  const [delivery, setDelivery] = useState<Moment>(() =>
    momentOf(market.delivery_at ?? serverSeconds() + LEAD_SECONDS),
  );
  const [note, setNote] = useState("");
  const [wasAttempted, setAttempted] = useState(false);
  const deliveryAt = secondsOf(delivery);
  const isNoted = note.trim().length >= 3;

  function close() {
    setAttempted(false);
    setNote("");
    propose.reset();
    onClose();
  }

  function confirm() {
    setAttempted(true);
    if (!isNoted || (kind === "list" && deliveryAt === null)) return;
    const draft: ProposalDraft = {
      kind,
      note: note.trim(),
      delivery_at: kind === "list" ? deliveryAt : null,
    };
    propose.mutate(draft, {
      onSuccess: () => {
        toast.success(i18n._("Proposed. Someone else decides now."));
        close();
      },
    });
  }

  const error = propose.error instanceof StepUpCancelled ? null : propose.error;
  return (
    <ConfirmDialog
      open={open}
      title={
        kind === "list"
          ? i18n._("Propose the listing of {symbol}?", { symbol })
          : i18n._("Propose to cancel the pre-market of {symbol}?", { symbol })
      }
      consequences={[i18n._("Nothing changes before someone else approves."), ...consequencesOf({ kind })]}
      confirmLabel={i18n._("Propose")}
      severity={kind === "list" ? "primary" : "error"}
      closeOnMask={false}
      pending={propose.isPending}
      error={error ? describeProblem(error) : undefined}
      onConfirm={confirm}
      onCancel={close}
    >
      <div className="mb-4 flex flex-col gap-3">
        {kind === "list" && (
          <MomentField
            label={i18n._("Delivery starts")}
            timeLabel={i18n._("Time of delivery")}
            value={delivery}
            onChange={setDelivery}
            error={wasAttempted && deliveryAt === null ? i18n._("Enter a date and a time.") : undefined}
          />
        )}
        <Field
          label={i18n._("Note")}
          hint={i18n._("Why, for the colleague who decides.")}
          error={wasAttempted && !isNoted ? i18n._("Enter a note of at least 3 characters.") : undefined}
        >
          <TextInput
            autoComplete="off"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
