import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCoins } from "@/api/coins";
import { Card } from "@/design/card";
import { CoinIcon } from "@/design/coin-icon";
import { Money } from "@/design/money";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { pageExists } from "@/lib/page-paths";
import { transactionTypeName } from "@/lib/transaction-names";
import { newestTransactionsQuery, type Transaction } from "./api";
import { Covered } from "./covered";
import { NoTransactions } from "./no-transactions";
import { TransactionDate } from "./transaction-columns";

/** The last few transactions. */
export function MovementsCard() {
  const newest = useQuery(newestTransactionsQuery);
  return (
    <Card
      title={i18n._("Last movements")}
      actions={
        pageExists("/personal/transactions") && (
          <Link
            to="/personal/transactions"
            className="text-13 text-accent underline-offset-4 hover:underline"
            aria-label={i18n._("All transactions")}
          >
            {i18n._("All")}
          </Link>
        )
      }
    >
      <QueryView query={newest} empty={<NoTransactions />} skeleton={<Skeleton shape="text" lines={6} />}>
        {({ items }) => (
          <ul className="-mb-2 divide-y divide-line">
            {items.map((transaction) => (
              <Movement key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function Movement({ transaction: { type, coin, amount, created_at } }: { transaction: Transaction }) {
  const icon = useCoins().get(coin)?.icon;
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0">
      <CoinIcon symbol={coin} icon={icon} size={28} />
      <div className="min-w-0 grow">
        <p className="text-14 text-ink">{transactionTypeName(type)}</p>
        <p className="mt-0.5 text-12 text-ink-3">
          <TransactionDate seconds={created_at} />
        </p>
      </div>
      <p className="min-w-0 text-right text-14">
        <Covered>
          <Money amount={amount} coin={coin} isMovement />
        </Covered>
      </p>
    </li>
  );
}
