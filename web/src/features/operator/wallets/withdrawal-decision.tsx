import { i18n } from "@lingui/core";
import { useState } from "react";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { moneyText } from "@/lib/money-text";
import { useMay, useOperator } from "@/session/operator";
import { requiredText } from "./texts";
import { Moment } from "./wallet-facts";
import { useApproveWithdrawal, useRejectWithdrawal, type Withdrawal } from "./withdrawal-api";
import { approvalsText } from "./withdrawal-queue";

const MAX_REASON_LENGTH = 300;

/** The reviews so far, and the decision for those who may decide. */
export function WithdrawalDecision({ withdrawal }: { withdrawal: Withdrawal }) {
  const may = useMay();
  const login = useOperator()?.login;
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const close = () => setAsked(null);
  const isOpen = withdrawal.status === "under_review";
  // Until a payment is made for it, the server still lets it be rejected.
  const isWaiting = withdrawal.status === "processing" && !withdrawal.tx_id && !withdrawal.receiver_id;
  const obstacle = obstacleFor(withdrawal, { login, mayDecide: may("withdrawals") });

  return (
    <Card title={i18n._("Decision")}>
      <div className="flex flex-col gap-3">
        <Reviews withdrawal={withdrawal} />
        {obstacle && withdrawal.reviews_needed > 0 && (
          <p className="flex gap-2 text-13 text-ink-2">
            <Icon name={isOpen ? "lock" : "info"} className="mt-0.5 shrink-0 text-ink-3" />
            {obstacle}
          </p>
        )}
        {!obstacle && (
          <Button icon="check" fullWidth onClick={() => setAsked("approve")}>
            {i18n._("Approve")}
          </Button>
        )}
        {(isOpen || isWaiting) && may("withdrawals") && (
          <Button severity="secondary" icon="x" fullWidth onClick={() => setAsked("reject")}>
            {i18n._("Reject")}
          </Button>
        )}
      </div>
      <ApproveDialog withdrawal={withdrawal} open={asked === "approve"} onClose={close} />
      <RejectDialog withdrawal={withdrawal} open={asked === "reject"} onClose={close} />
    </Card>
  );
}

function Reviews({ withdrawal }: { withdrawal: Withdrawal }) {
  const { reviews, reviews_needed, status } = withdrawal;
  if (reviews_needed === 0) {
    return (
      <p className="text-13 text-ink-2">
        {status === "awaiting_confirmation"
          ? i18n._("The client hasn’t confirmed it yet.")
          : i18n._("This withdrawal needs no review.")}
      </p>
    );
  }
  return (
    <div className="text-13">
      <p className="text-ink-2">{approvalsText(withdrawal)}</p>
      {reviews.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {reviews.map(({ staff, created_at }) => (
            <li key={staff} className="flex flex-wrap items-center gap-x-2">
              <Icon name="check" size={14} className="text-success" />
              <span className="wrap-anywhere">{staff}</span>
              <span className="text-12 text-ink-3">
                <Moment at={created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Decider = { login: string | undefined; mayDecide: boolean };

/** Why this operator cannot approve; null if possible. */
function obstacleFor(withdrawal: Withdrawal, { login, mayDecide }: Decider): string | null {
  const { status, reviews, risks } = withdrawal;
  if (status === "canceled") return i18n._("Canceled by the client.");
  if (status !== "under_review") return i18n._("Already decided.");
  if (!mayDecide) return i18n._("Your role can view withdrawals, but not decide on them.");
  if (reviews.some(({ staff }) => staff === login)) {
    return i18n._("You approved this. Someone else must approve it, too.");
  }
  if (risks.includes("frozen")) {
    return i18n._("The account is frozen. Unfreeze it first, or reject the withdrawal.");
  }
  return null;
}

type DecisionDialogProps = { withdrawal: Withdrawal; open: boolean; onClose: () => void };

function ApproveDialog({ withdrawal, open, onClose }: DecisionDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useApproveWithdrawal(withdrawal.id),
    onClose,
    onSuccess: showOutcomeToast,
  });
  const { reviews, reviews_needed, receive, coin, address } = withdrawal;
  const isLast = reviews.length + 1 >= reviews_needed;

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Approve this withdrawal?")}
      consequences={[
        i18n._("{amount} {coin} goes to {address}.", { amount: moneyText(receive), coin, address }),
        isLast
          ? i18n._("It’s sent immediately and can’t be taken back.")
          : i18n._("It’s sent after someone else approves it, too."),
      ]}
      confirmLabel={i18n._("Approve")}
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}

function showOutcomeToast({ status }: Withdrawal): void {
  if (status === "under_review") {
    const detail = i18n._("Someone else must approve it before it’s sent.");
    toast.add({ severity: "info", summary: i18n._("Approval recorded"), detail, life: 5000 });
  } else if (status === "completed") {
    toast.success(i18n._("Withdrawal approved"), i18n._("The other client has received it."));
  } else toast.success(i18n._("Withdrawal approved"), i18n._("The payout is being prepared."));
}

function RejectDialog({ withdrawal, open, onClose }: DecisionDialogProps) {
  const reject = useRejectWithdrawal(withdrawal.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "reason",
    schema: requiredText(MAX_REASON_LENGTH, () => i18n._("Enter a reason. The client reads it.")),
    send: reject.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Withdrawal rejected"), i18n._("The client has the amount back.")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Reject this withdrawal?")}
      consequences={[
        i18n._("The reserved amount returns to the client’s balance."),
        i18n._("The client gets an email with your reason."),
      ]}
      confirmLabel={i18n._("Reject")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} hint={i18n._("The client reads it.")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
