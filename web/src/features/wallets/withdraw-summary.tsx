import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Network } from "@/api/networks";
import { formatAmount } from "@/lib/format-number";
import type { WithdrawalFee } from "./withdrawal-api";

interface WithdrawSummaryProps {
  network: Network;
  terms: WithdrawalFee;
  /** Null until the amount is valid. */
  receive: string | null;
}

/** Fee, what arrives, and when. */
export function WithdrawSummary({ network, terms: { coin, fee }, receive }: WithdrawSummaryProps) {
  return (
    <dl className="flex flex-col gap-2 text-14">
      <SummaryRow label={i18n._("Network fee")}>
        {i18n._("{amount} {coin}", { amount: formatAmount(fee), coin })}
      </SummaryRow>
      <SummaryRow label={i18n._("You receive")}>
        <strong className="font-semibold text-16">
          {receive === null ? "–" : i18n._("{amount} {coin}", { amount: formatAmount(receive), coin })}
        </strong>
      </SummaryRow>
      <SummaryRow label={i18n._("Arrives in")}>
        {i18n._("About {minutes} min after confirmation", { minutes: network.eta_minutes })}
      </SummaryRow>
    </dl>
  );
}

export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-end text-ink tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
