import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";

/** The empty state with a next step. */
export function NoAssets() {
  return (
    <EmptyState icon="wallet" title={i18n._("No coins yet")} action={<FirstStep />}>
      {i18n._("Your coins appear here: available, in orders and locked.")}
    </EmptyState>
  );
}

/** How to get the first coins. */
function FirstStep() {
  return (
    <Link to="/personal/deposit" className={buttonClass({ severity: "secondary", size: "small" })}>
      {i18n._("Deposit")}
    </Link>
  );
}

/** Shown to visitors instead of balances. */
export function SignedOut() {
  const { href } = useLocation();
  return (
    <EmptyState
      icon="wallet"
      title={i18n._("Sign in to see your balances.")}
      action={
        <Link
          to="/login"
          search={{ next: href }}
          className={buttonClass({ severity: "secondary", size: "small" })}
        >
          {i18n._("Sign in")}
        </Link>
      }
    />
  );
}

export function NoTransactions() {
  return (
    <EmptyState icon="receipt-text" title={i18n._("No transactions yet")} action={<FirstStep />}>
      {i18n._("Deposits, withdrawals, trades and fees appear here.")}
    </EmptyState>
  );
}
