import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConsolePage } from "@/features/operator/console-page";
import type { DepositFilter } from "@/features/operator/wallets/api";
import { UnassignedAdvice } from "@/features/operator/wallets/deposit-handling";
import { DepositFilters, DepositList, depositStatusOf } from "@/features/operator/wallets/deposit-list";
import { textOf } from "@/lib/text-of";

export function OperatorDepositsPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = { status: depositStatusOf(search.status), network: textOf(search.network) };

  function show({ status, network }: DepositFilter) {
    const wanted = { status: status ?? undefined, network: network || undefined };
    void navigate({ to: "/operator/deposits", search: wanted, replace: true });
  }

  return (
    <ConsolePage
      title={i18n._("Deposits")}
      permission="ledger"
      actions={<DepositFilters filter={filter} onFilter={show} />}
    >
      {filter.status === "unassigned" && <UnassignedAdvice />}
      <DepositList filter={filter} />
    </ConsolePage>
  );
}
