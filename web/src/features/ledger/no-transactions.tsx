import { i18n } from "@lingui/core";
import { EmptyState } from "@/design/empty-state";
import { FirstStep } from "./no-assets";

export function NoTransactions() {
  return (
    <EmptyState icon="receipt-text" title={i18n._("No transactions yet")} action={<FirstStep />}>
      {i18n._("Deposits, withdrawals, trades and fees appear here.")}
    </EmptyState>
  );
}
