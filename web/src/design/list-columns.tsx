import { i18n } from "@lingui/core";
import { formatAmount } from "@/lib/format-number";
import { RowAction } from "./row-action";
import type { TableColumn } from "./table-column";

/** Amounts in USDT; a zero is shown as a word. */
export function usdtColumn<Row>(
  key: string,
  header: string,
  amountOf: (row: Row) => string,
): TableColumn<Row> {
  return { key, header, align: "end", cell: (row) => <Usdt amount={amountOf(row)} /> };
}

function Usdt({ amount }: { amount: string }) {
  if (Number(amount) === 0) return <span className="text-ink-3">{i18n._("None")}</span>;
  return (
    <span className="whitespace-nowrap">
      {formatAmount(amount)} <span className="text-ink-3">USDT</span>
    </span>
  );
}

/** A button to edit each row; `nameOf` is its accessible name, such as "Edit BTC". */
export function editColumn<Row>(nameOf: (row: Row) => string, onEdit: (row: Row) => void): TableColumn<Row> {
  return {
    key: "edit",
    header: i18n._("Actions"),
    hideHeader: true,
    align: "end",
    cell: (row) => (
      <RowAction icon="pencil" label={i18n._("Edit")} name={nameOf(row)} onClick={() => onEdit(row)} />
    ),
  };
}
