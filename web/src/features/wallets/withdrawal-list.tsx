import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { withdrawalSeverity, withdrawalStatusName } from "@/lib/withdrawal-names";
import { Confirmations } from "./confirmations";
import { TransferList } from "./transfer-list";
import { type Withdrawal, withdrawalListQuery } from "./withdrawal-api";

export function WithdrawalList() {
  return (
    <TransferList
      query={useInfiniteQuery(withdrawalListQuery)}
      caption={i18n._("Your withdrawals, newest first")}
      empty={
        <EmptyState icon="arrow-up-from-line" title={i18n._("No withdrawals yet")}>
          {i18n._("Your withdrawals appear here, with the progress of each.")}
        </EmptyState>
      }
      showAddress
      renderStatus={(withdrawal) => <WithdrawalStatus withdrawal={withdrawal} />}
      renderAction={({ id, status }) => (
        <Link
          to="/personal/withdraw"
          search={{ withdrawal: id }}
          className="inline-flex min-h-6 items-center text-13 text-accent underline-offset-4 hover:underline"
        >
          {status === "awaiting_confirmation" ? i18n._("Confirm") : i18n._("Details")}
        </Link>
      )}
    />
  );
}

function WithdrawalStatus({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, confirmations, required_confirmations } = withdrawal;
  if (status === "broadcast" && confirmations !== null && required_confirmations !== null) {
    return <Confirmations confirmations={confirmations} required={required_confirmations} />;
  }
  return <Badge severity={withdrawalSeverity(status, "client")}>{withdrawalStatusName(status)}</Badge>;
}
