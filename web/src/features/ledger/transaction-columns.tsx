import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { addressUrl, type Network, transactionUrl } from "@/api/networks";
import { Badge } from "@/design/badge";
import { HashText } from "@/design/hash-text";
import { Money } from "@/design/money";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { transactionStatusName, transactionTypeName } from "@/lib/transaction-names";
import type { Transaction } from "./api";
import { MaskedAmount } from "./masked-amount";

export function transactionColumns(networks: ReadonlyMap<string, Network>): TableColumn<Transaction>[] {
  return [
    {
      key: "date",
      header: i18n._("Date"),
      cell: ({ created_at }) => <TransactionDate seconds={created_at} />,
    },
    {
      key: "type",
      header: i18n._("Type"),
      cell: (transaction) => <TransactionType transaction={transaction} networks={networks} />,
    },
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
      cell: (transaction) => <TransactionReference transaction={transaction} networks={networks} />,
    },
  ];
}

interface TransactionPart {
  transaction: Transaction;
  networks: ReadonlyMap<string, Network>;
}

/** The type and, for a transfer, its network. */
function TransactionType({ transaction: { type, network, address, tx_id }, networks }: TransactionPart) {
  const isInternal = address !== null && tx_id === null;
  return (
    <span className="flex flex-col @max-3xl:items-end">
      {transactionTypeName(type)}
      {network !== null && (
        <span className="text-12 text-ink-3">
          {isInternal ? i18n._("Internal transfer") : (networks.get(network)?.name ?? network)}
        </span>
      )}
    </span>
  );
}

/** The address and the chain transaction of a transfer; the reference of everything else. */
function TransactionReference({ transaction, networks }: TransactionPart) {
  const { reference, address, tx_id } = transaction;
  const network = networks.get(transaction.network ?? "");
  return (
    <span className="flex flex-col items-start gap-1 @max-3xl:items-end">
      {address !== null && (
        <LabeledHash label={i18n._("Address")}>
          <HashText text={address} copyLabel={i18n._("Copy address")} href={addressUrl(network, address)} />
        </LabeledHash>
      )}
      {tx_id !== null && (
        <LabeledHash label={i18n._("TxID")}>
          <HashText
            text={tx_id}
            copyLabel={i18n._("Copy transaction ID")}
            href={transactionUrl(network, tx_id)}
          />
        </LabeledHash>
      )}
      {tx_id === null && (
        <LabeledHash label={address === null ? "" : i18n._("Reference")}>
          <HashText text={reference} copyLabel={i18n._("Copy reference")} />
        </LabeledHash>
      )}
    </span>
  );
}

function LabeledHash({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 @max-3xl:justify-end">
      {label && <span className="text-12 text-ink-3 @3xl:w-16">{label}</span>}
      {children}
    </span>
  );
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
