import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { isFiltered, readTransactionFilter, type TransactionFilter } from "@/lib/transaction-filter";
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  transactionStatusName,
  transactionTypeName,
} from "@/lib/transaction-names";
import { Button } from "./button";
import { FilterChoice, FilterDay } from "./filter-choice";

/** The filter in the URL. */
export function useTransactionFilter(): TransactionFilter {
  return readTransactionFilter(useSearch({ strict: false }));
}

type TransactionFilterFormProps = { coins: readonly string[] };

/** The filters of transactions, stored in the URL. */
export function TransactionFilterForm({ coins }: TransactionFilterFormProps) {
  const filter = useTransactionFilter();
  const navigate = useNavigate();
  const offered = filter.coin && !coins.includes(filter.coin) ? [filter.coin, ...coins] : coins;

  function show(change: Partial<TransactionFilter>) {
    const wanted = { ...filter, ...change };
    const search = Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [name, value || undefined]),
    );
    void navigate({ to: ".", search, replace: true });
  }

  return (
    <search className="flex flex-wrap items-end gap-3">
      <FilterChoice
        label={i18n._("Type")}
        everything={i18n._("All types")}
        options={TRANSACTION_TYPES.map((value) => ({ value, label: transactionTypeName(value) }))}
        value={filter.type}
        onChoose={(type) => show({ type })}
      />
      <FilterChoice
        label={i18n._("Coin")}
        everything={i18n._("All coins")}
        options={offered.map((value) => ({ value, label: value }))}
        value={filter.coin}
        onChoose={(coin) => show({ coin })}
      />
      <FilterChoice
        label={i18n._("Status")}
        everything={i18n._("All statuses")}
        options={TRANSACTION_STATUSES.map((value) => ({ value, label: transactionStatusName(value) }))}
        value={filter.status}
        onChoose={(status) => show({ status })}
      />
      <FilterDay label={i18n._("From")} value={filter.from} onChoose={(from) => show({ from })} />
      <FilterDay label={i18n._("To")} value={filter.to} onChoose={(to) => show({ to })} />
      {isFiltered(filter) && (
        <Button
          severity="link"
          size="small"
          onClick={() => show({ type: null, coin: null, status: null, from: "", to: "" })}
        >
          {i18n._("Clear filters")}
        </Button>
      )}
    </search>
  );
}
