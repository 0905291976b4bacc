import { downloadCsv } from "@/api/csv-download";
import { CsvExport } from "@/design/csv-export";
import type { TransactionFilter } from "@/lib/transaction-filter";
import { transactionsCsvPath } from "./api";

/** Exports all filtered transactions as a file. */
export function TransactionsExport({ filter }: { filter: TransactionFilter }) {
  const path = transactionsCsvPath(filter);
  return <CsvExport key={path} name="transactions" load={(parts) => downloadCsv({ path, ...parts })} />;
}
