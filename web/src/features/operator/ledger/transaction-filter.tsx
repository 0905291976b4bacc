import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { textOf } from "@/lib/text-of";
import type { TransactionFilter } from "./api";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, transactionStatusName, transactionTypeName } from "./texts";

const COIN = /^[A-Z0-9]{1,20}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ALL = "all";

/** What the address says is looked for; what makes no sense is no filter. */
export function useTransactionFilter(): TransactionFilter {
  const search = useSearch({ strict: false });
  const day = (parameter: unknown) =>
    DAY.test(textOf(parameter)) && !Number.isNaN(Date.parse(textOf(parameter))) ? textOf(parameter) : "";
  return {
    type: TRANSACTION_TYPES.find((type) => type === search.type) ?? null,
    coin: COIN.test(textOf(search.coin)) ? textOf(search.coin) : null,
    status: TRANSACTION_STATUSES.find((status) => status === search.status) ?? null,
    from: day(search.from),
    to: day(search.to),
  };
}

type TransactionFilterFormProps = { coins: readonly string[] };

export function TransactionFilterForm({ coins }: TransactionFilterFormProps) {
  const filter = useTransactionFilter();
  const navigate = useNavigate();
  const isFiltered = Object.values(filter).some(Boolean);
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
      <Choice
        label={i18n._("Type")}
        everything={i18n._("Every type")}
        options={TRANSACTION_TYPES.map((value) => ({ value, label: transactionTypeName(value) }))}
        value={filter.type}
        onChoose={(type) => show({ type })}
      />
      <Choice
        label={i18n._("Coin")}
        everything={i18n._("Every coin")}
        options={offered.map((value) => ({ value, label: value }))}
        value={filter.coin}
        onChoose={(coin) => show({ coin })}
      />
      <Choice
        label={i18n._("Status")}
        everything={i18n._("Every status")}
        options={TRANSACTION_STATUSES.map((value) => ({ value, label: transactionStatusName(value) }))}
        value={filter.status}
        onChoose={(status) => show({ status })}
      />
      <Day label={i18n._("From")} value={filter.from} onChoose={(from) => show({ from })} />
      <Day label={i18n._("To")} value={filter.to} onChoose={(to) => show({ to })} />
      {isFiltered && (
        <Button
          severity="link"
          size="small"
          onClick={() => show({ type: null, coin: null, status: null, from: "", to: "" })}
        >
          {i18n._("Show everything")}
        </Button>
      )}
    </search>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  everything: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChoose: (value: Value | null) => void;
};

function Choice<Value extends string>({ label, everything, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label} className="w-36 grow sm:w-40 sm:grow-0">
      <Select
        size="small"
        options={[{ value: ALL, label: everything }, ...options]}
        value={value ?? ALL}
        onValueChange={(chosen) => onChoose(options.find((option) => option.value === chosen)?.value ?? null)}
      />
    </Field>
  );
}

type DayProps = { label: string; value: string; onChoose: (day: string) => void };

function Day({ label, value, onChoose }: DayProps) {
  return (
    <Field label={label} className="w-36 grow sm:w-40 sm:grow-0">
      <TextInput type="date" size="small" value={value} onChange={(event) => onChoose(event.target.value)} />
    </Field>
  );
}
