import { i18n } from "@lingui/core";
import { EmptyState } from "@/design/empty-state";
import { FirstStep } from "./no-assets";

export function NoTransactions() {
  return (
    <EmptyState icon="receipt-text" title={i18n._("Nothing has moved yet.")} action={<FirstStep />}>
      {i18n._("Deposits, trades, fees and everything else that changes what you have is listed here.")}
    </EmptyState>
  );
}
