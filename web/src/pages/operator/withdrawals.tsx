import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { isMissing } from "@/api/problem-outcome";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage, Desk } from "@/features/operator/console-page";
import { withdrawalQuery } from "@/features/operator/wallets/withdrawal-api";
import { WithdrawalDecision } from "@/features/operator/wallets/withdrawal-decision";
import { WithdrawalQueue, withdrawalFilterOf } from "@/features/operator/wallets/withdrawal-queue";
import { WithdrawalView } from "@/features/operator/wallets/withdrawal-view";

/** Withdrawals: the queue, and beside it the one in the URL. */
export function OperatorWithdrawalsPage() {
  const { withdrawal } = useParams({ strict: false });

  return (
    <ConsolePage
      title={i18n._("Withdrawals")}
      permission="ledger"
      description={i18n._("Large withdrawals need one or two approvals. All others are sent automatically.")}
    >
      <WithdrawalDesk withdrawalId={withdrawal ?? null} />
    </ConsolePage>
  );
}

function WithdrawalDesk({ withdrawalId }: { withdrawalId: string | null }) {
  const filter = withdrawalFilterOf(useSearch({ strict: false }).status);
  const withdrawal = useQuery({ ...withdrawalQuery(withdrawalId ?? ""), enabled: withdrawalId !== null });
  const hasNone = isMissing(withdrawal.error);

  return (
    <Desk
      hasChosen={withdrawalId !== null}
      backTo={`/operator/withdrawals?status=${filter}`}
      queue={<WithdrawalQueue filter={filter} chosenId={withdrawalId} />}
      subject={
        withdrawalId === null ? (
          <EmptyState icon="arrow-up-from-line" title={i18n._("Choose a withdrawal to see it")} />
        ) : hasNone ? (
          <EmptyState icon="arrow-up-from-line" title={i18n._("Withdrawal not found")} />
        ) : (
          <QueryView query={withdrawal} skeleton={<Skeleton shape="card" />}>
            {(shown) => (
              <>
                <h2 className="sr-only">{i18n._("Withdrawal")}</h2>
                <WithdrawalView withdrawal={shown} />
              </>
            )}
          </QueryView>
        )
      }
      side={withdrawal.data && <WithdrawalDecision key={withdrawal.data.id} withdrawal={withdrawal.data} />}
    />
  );
}
