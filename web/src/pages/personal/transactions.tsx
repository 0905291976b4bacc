import { i18n } from "@lingui/core";
import { useCoins } from "@/api/coins";
import { PageSection } from "@/design/page-section";
import { TransactionFilterForm, useTransactionFilter } from "@/design/transaction-filter";
import { TransactionsExport, TransactionTable } from "@/features/ledger/transaction-table";

export function TransactionsPage() {
  const filter = useTransactionFilter();
  const coins = [...useCoins().keys()];
  return (
    <PageSection
      level={1}
      title={i18n._("Transactions")}
      description={i18n._("All balance changes, newest first.")}
      actions={<TransactionsExport filter={filter} />}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <TransactionFilterForm coins={coins} />
        <TransactionTable filter={filter} />
      </div>
    </PageSection>
  );
}
