import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { CheckOutcome } from "@/design/check-outcome";
import { formatDateTime } from "@/lib/dates";
import { type LedgerCheck, useCheckLedger } from "./api";
import { CheckTables } from "./check-tables";

/** Runs the ledger check on the server and shows the result. */
export function LedgerCheckCard() {
  const check = useCheckLedger();
  return (
    <Card
      title={i18n._("Ledger check")}
      actions={
        <Button
          severity="secondary"
          size="small"
          icon="scale"
          pending={check.isPending}
          onClick={() => check.mutate()}
        >
          {check.data ? i18n._("Check again") : i18n._("Check ledger")}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status" className="text-13">
          {check.data ? (
            <Outcome report={check.data} />
          ) : (
            <p className="max-w-2xl text-pretty text-ink-2">
              {i18n._(
                "Checks all accounts in one snapshot: each coin must sum to 0, no client balance may be negative, and holds must match orders, withdrawals, pre-markets and earn positions.",
              )}
            </p>
          )}
        </div>
        {check.error && <Banner severity="error">{describeProblem(check.error)}</Banner>}
        {check.data && <CheckTables report={check.data} />}
      </div>
    </Card>
  );
}

function Outcome({ report }: { report: LedgerCheck }) {
  const { ok, seq, checked_at, milliseconds, accounts, coins } = report;
  return (
    <CheckOutcome ok={ok} title={ok ? i18n._("Ledger OK.") : i18n._("Ledger mismatch.")}>
      <p className="text-ink-2">
        {i18n._(
          "Accounts: {accounts}. Coins: {coins}. Up to command {seq}. Checked {time} in {milliseconds} ms.",
          {
            accounts,
            coins: coins.length,
            seq,
            time: formatDateTime(checked_at),
            milliseconds,
          },
        )}
      </p>
      {!ok && <Faults report={report} />}
    </CheckOutcome>
  );
}

function Faults({ report }: { report: LedgerCheck }) {
  const { negative_accounts, wrong_holds } = report;
  const uneven = report.coins.filter(({ ok }) => !ok).map(({ coin }) => coin);
  return (
    <ul className="mt-2 list-disc space-y-1 ps-4 text-error">
      {uneven.length > 0 && (
        <li>{i18n._("Coins with a mismatch: {coins}.", { coins: uneven.join(", ") })}</li>
      )}
      {negative_accounts > 0 && (
        <li>
          {i18n._(
            "{count, plural, one {# account has a negative balance.} other {# accounts have a negative balance.}}",
            {
              count: negative_accounts,
            },
          )}
        </li>
      )}
      {wrong_holds > 0 && (
        <li>
          {i18n._(
            "{count, plural, one {# account’s hold doesn’t match what it is for.} other {# accounts’ holds don’t match what they are for.}}",
            { count: wrong_holds },
          )}
        </li>
      )}
      <li>{i18n._("Halt the markets, then verify the full history with “clearwater audit”.")}</li>
    </ul>
  );
}
