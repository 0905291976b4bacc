import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useCoins } from "@/api/coins";
import { Card } from "@/design/card";
import { CoinIcon } from "@/design/coin-icon";
import { Money } from "@/design/money";
import { AllLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { transactionTypeName } from "@/lib/transaction-names";
import { currentClientQuery } from "@/session/client";
import type { Transaction } from "./api";
import { NoTransactions } from "./empty-states";
import { MaskedAmount } from "./masked-amount";
import { TransactionDate } from "./transaction-columns";

// The rest is on the transactions page.
const MAX_SHOWN = 8;

/** The newest transactions, which are loaded with the client. */
export function RecentTransactionsCard() {
  const current = useQuery({
    ...currentClientQuery,
    select: ({ transactions }) => ({ items: transactions.slice(0, MAX_SHOWN) as Transaction[] }),
  });
  return (
    <Card
      title={i18n._("Recent transactions")}
      actions={<AllLink to="/personal/transactions" name={i18n._("All transactions")} />}
    >
      <QueryView query={current} empty={<NoTransactions />} skeleton={<Skeleton shape="text" lines={6} />}>
        {({ items }) => (
          <ul className="-mb-2 divide-y divide-line">
            {items.map((transaction) => (
              <RecentTransaction key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function RecentTransaction({ transaction }: { transaction: Transaction }) {
  const { type, coin, amount, created_at } = transaction;
  const icon = useCoins().get(coin)?.icon;
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0">
      <CoinIcon symbol={coin} icon={icon} size={28} />
      <div className="min-w-0 grow">
        <p className="text-14 text-ink">{transactionTypeName(type)}</p>
        <p className="mt-0.5 text-12 text-ink-3">
          {i18n._("Spot Wallet")} · <TransactionDate seconds={created_at} />
        </p>
      </div>
      <p className="shrink-0 text-end text-14">
        <MaskedAmount>
          <Money amount={amount} coin={coin} isMovement />
        </MaskedAmount>
      </p>
    </li>
  );
}
