import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { HashText } from "@/design/hash-text";
import { Money } from "@/design/money";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { transactionStatusName, transactionTypeName } from "@/lib/transaction-names";
import type { Transaction } from "./api";
import { MaskedAmount } from "./masked-amount";

export function transactionColumns(): TableColumn<Transaction>[] {
  return [
    {
      key: "date",
      header: i18n._("Date"),
      cell: ({ created_at }) => <TransactionDate seconds={created_at} />,
    },
    { key: "type", header: i18n._("Type"), cell: ({ type }) => transactionTypeName(type) },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ amount, coin }) => (
        <MaskedAmount>
          <Money amount={amount} coin={coin} isMovement />
        </MaskedAmount>
      ),
    },
    { key: "wallet", header: i18n._("Wallet"), cell: () => i18n._("Spot Wallet") },
    {
      key: "status",
      header: i18n._("Status"),
      cell: ({ status }) => <TransactionBadge status={status} />,
    },
    {
      key: "reference",
      header: i18n._("Reference"),
      cell: ({ reference, tx_id }) => (
        <HashText text={tx_id ?? reference} copyLabel={i18n._("Copy reference")} />
      ),
    },
  ];
}

export function TransactionDate({ seconds }: { seconds: number }) {
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} className="whitespace-nowrap">
      {formatDateTime(seconds)}
    </time>
  );
}

function TransactionBadge({ status }: Pick<Transaction, "status">) {
  return <Badge severity={status === "orphaned" ? "warn" : "success"}>{transactionStatusName(status)}</Badge>;
}
