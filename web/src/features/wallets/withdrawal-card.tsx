import { i18n } from "@lingui/core";
import { addressUrl, transactionUrl, useNetworks } from "@/api/networks";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { HashText } from "@/design/hash-text";
import { Stepper } from "@/design/stepper";
import { classNames } from "@/lib/class-names";
import { formatAmount } from "@/lib/format-number";
import { CancelWithdrawal } from "./cancel-withdrawal";
import { ConfirmWithdrawal } from "./confirm-withdrawal";
import { Confirmations } from "./confirmations";
import { SummaryRow } from "./withdraw-summary";
import type { Withdrawal, WithdrawalLimits } from "./withdrawal-api";

interface WithdrawalCardProps {
  withdrawal: Withdrawal;
  methods: WithdrawalLimits["methods"];
  onClose: () => void;
}

/** One withdrawal, from its confirmation to its arrival. */
export function WithdrawalCard({ withdrawal, methods, onClose }: WithdrawalCardProps) {
  const { id, coin, amount, status, expires_at } = withdrawal;
  const isAwaiting = status === "awaiting_confirmation" && expires_at !== null;
  const canCancel = status === "awaiting_confirmation" || status === "under_review";
  return (
    <Card
      title={i18n._("Withdrawal of {amount} {coin}", { amount: formatAmount(amount), coin })}
      actions={
        <Button severity="secondary" size="small" onClick={onClose}>
          {i18n._("New withdrawal")}
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <Progress withdrawal={withdrawal} />
        <div className={classNames("grid gap-6", isAwaiting && "lg:grid-cols-2 lg:gap-12")}>
          {isAwaiting && <ConfirmWithdrawal id={id} methods={methods} expiresAt={expires_at} />}
          <Details withdrawal={withdrawal} />
        </div>
        {canCancel && <CancelWithdrawal withdrawal={withdrawal} />}
      </div>
    </Card>
  );
}

const ENDS = new Set<Withdrawal["status"]>(["failed", "rejected", "canceled"]);

function Progress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, reason } = withdrawal;
  if (ENDS.has(status)) {
    return (
      <Banner severity={status === "canceled" ? "info" : "error"}>
        <p>{describeEnd(status)}</p>
        {reason && <p className="mt-1 text-13 text-ink-2">{reason}</p>}
      </Banner>
    );
  }
  const { steps, current } = stepsOf(withdrawal);
  return (
    <div className="flex flex-col gap-3">
      <Stepper label={i18n._("Status of your withdrawal")} steps={steps} current={current} />
      <p role="status" className="text-center text-13 text-ink-2">
        {describeStep(status)}
      </p>
    </div>
  );
}

function stepsOf({ status, is_internal }: Withdrawal): { steps: string[]; current: number } {
  const steps = [i18n._("Confirm"), i18n._("Review"), i18n._("Processing")];
  if (!is_internal) steps.push(i18n._("Broadcast"));
  const order: Withdrawal["status"][] = ["awaiting_confirmation", "under_review", "processing", "broadcast"];
  const index = order.indexOf(status);
  return { steps, current: index < 0 ? steps.length : index };
}

function describeStep(status: Withdrawal["status"]): string {
  switch (status) {
    case "awaiting_confirmation":
      return i18n._("We emailed you a code. Nothing is sent before you confirm.");
    case "under_review":
      return i18n._("Our team is checking this withdrawal. You can leave this page.");
    case "processing":
      return i18n._("Your withdrawal is being signed and sent.");
    case "broadcast":
      return i18n._("Sent to the network. It arrives once it is confirmed.");
    default:
      return i18n._("Completed. Your coins have arrived.");
  }
}

function describeEnd(status: Withdrawal["status"]): string {
  if (status === "rejected")
    return i18n._("This withdrawal was rejected. The amount is in your balance again.");
  if (status === "canceled")
    return i18n._("This withdrawal was canceled. The amount is in your balance again.");
  return i18n._("This withdrawal failed. The amount is in your balance again.");
}

function Details({ withdrawal }: { withdrawal: Withdrawal }) {
  const { coin, address, amount, fee, receive, tx_id, status, is_internal } = withdrawal;
  const network = useNetworks().get(withdrawal.network);
  const { confirmations, required_confirmations } = withdrawal;
  const money = (figure: string) => i18n._("{amount} {coin}", { amount: formatAmount(figure), coin });
  return (
    <dl className="flex max-w-xl flex-col gap-2 text-14">
      <SummaryRow label={i18n._("Network")}>
        {is_internal ? i18n._("Internal transfer") : (network?.name ?? withdrawal.network)}
      </SummaryRow>
      <SummaryRow label={i18n._("Address")}>
        <HashText
          isWhole
          text={address}
          copyLabel={i18n._("Copy address")}
          href={addressUrl(network, address)}
        />
      </SummaryRow>
      <SummaryRow label={i18n._("Amount")}>{money(amount)}</SummaryRow>
      <SummaryRow label={i18n._("Fee")}>{money(fee)}</SummaryRow>
      <SummaryRow label={i18n._("You receive")}>{money(receive)}</SummaryRow>
      {tx_id !== null && (
        <SummaryRow label={i18n._("Transaction ID")}>
          <HashText
            text={tx_id}
            copyLabel={i18n._("Copy transaction ID")}
            href={transactionUrl(network, tx_id)}
          />
        </SummaryRow>
      )}
      {status === "broadcast" && confirmations !== null && required_confirmations !== null && (
        <SummaryRow label={i18n._("Confirmations")}>
          <Confirmations confirmations={confirmations} required={required_confirmations} />
        </SummaryRow>
      )}
    </dl>
  );
}
