import { i18n } from "@lingui/core";
import type { Network } from "@/api/networks";
import { Banner } from "@/design/banner";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { formatAmount } from "@/lib/format-number";
import { SummaryRow, WithdrawSummary } from "./withdraw-summary";
import type { WithdrawalFee } from "./withdrawal-api";

interface WithdrawReviewProps {
  open: boolean;
  draft: { network: Network; terms: WithdrawalFee; address: string; amount: string; receive: string };
  pending: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** Shows a withdrawal once more before the code is mailed. */
export function WithdrawReview({ open, draft, pending, onSend, onClose }: WithdrawReviewProps) {
  const { network, terms, address, amount, receive } = draft;
  const { coin } = terms;
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Check your withdrawal")}
      confirmLabel={i18n._("Email me a code")}
      cancelLabel={i18n._("Back")}
      pending={pending}
      // The second click of a double click on the form's button would close it.
      closeOnMask={false}
      onConfirm={onSend}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-2 text-14">
          <SummaryRow label={i18n._("Amount")}>
            {i18n._("{amount} {coin}", { amount: formatAmount(amount), coin })}
          </SummaryRow>
          <SummaryRow label={i18n._("Network")}>{network.name}</SummaryRow>
          <div>
            <dt className="mb-1 text-13 text-ink-2">{i18n._("Address")}</dt>
            <dd className="break-all font-mono text-14 text-ink">{address}</dd>
          </div>
        </dl>
        <WithdrawSummary network={network} terms={terms} receive={receive} />
        <Banner severity="warn">
          {i18n._("Compare the whole address. A transfer on a chain can’t be undone.")}
        </Banner>
      </div>
    </ConfirmDialog>
  );
}
