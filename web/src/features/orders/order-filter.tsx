import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@/design/button";
import { FilterChoice, FilterDay } from "@/design/filter-choice";
import { isDay } from "@/lib/day";
import { textOf } from "@/lib/text-of";
import type { FillFilter, OrderFilter } from "./api";
import { ORDER_TYPES, SIDES, sideName, statusName, typeName } from "./texts";

const SYMBOL = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/;
const NUMBER = /^\d{1,15}$/;
// The two orders of an OCO are a limit order and a stop: no single order has the type OCO.
const SINGLE_TYPES = ORDER_TYPES.filter((type) => type !== "oco");
const FINAL_STATUSES = ["filled", "canceled", "expired"] as const;

type AddressFilter = OrderFilter & FillFilter;
export type FilterPart = "symbol" | "side" | "type" | "status" | "days" | "order";

/** The filter in the URL; invalid values are ignored. */
export function useOrderFilter(): AddressFilter {
  const search = useSearch({ strict: false });
  const matching = (parameter: unknown, pattern: RegExp) =>
    pattern.test(textOf(parameter)) ? textOf(parameter) : undefined;
  const day = (parameter: unknown) => {
    const text = textOf(parameter);
    return isDay(text) ? text : undefined;
  };
  return {
    symbol: matching(search.pair, SYMBOL),
    side: SIDES.find((side) => side === search.side),
    type: SINGLE_TYPES.find((type) => type === search.type),
    status: FINAL_STATUSES.find((status) => status === search.status),
    from: day(search.from),
    to: day(search.to),
    order: matching(search.order, NUMBER),
  };
}

interface OrderFilterFormProps {
  /** The available filters. */
  parts: readonly FilterPart[];
  symbols: readonly string[];
}

/** The filters of a list of orders or trades, stored in the URL. */
export function OrderFilterForm({ parts, symbols }: OrderFilterFormProps) {
  const filter = useOrderFilter();
  const navigate = useNavigate();
  const has = (part: FilterPart) => parts.includes(part);
  const isFiltered = Boolean(
    filter.symbol ||
      (has("side") && filter.side) ||
      (has("type") && filter.type) ||
      (has("status") && filter.status) ||
      (has("days") && (filter.from || filter.to)) ||
      (has("order") && filter.order),
  );
  const offered = filter.symbol && !symbols.includes(filter.symbol) ? [filter.symbol, ...symbols] : symbols;

  function show(change: Record<string, string | null | undefined>) {
    const wanted = Object.entries(change).map(([name, value]) => [name, value || undefined]);
    void navigate({
      to: ".",
      search: (known: Record<string, unknown>) => ({ ...known, ...Object.fromEntries(wanted) }),
      replace: true,
    });
  }

  return (
    <search className="flex flex-wrap items-end gap-3">
      <FilterChoice
        label={i18n._("Pair")}
        everything={i18n._("All pairs")}
        options={offered.map((value) => ({ value, label: value }))}
        value={filter.symbol ?? null}
        onChoose={(pair) => show({ pair })}
      />
      {has("side") && (
        <FilterChoice
          label={i18n._("Side")}
          everything={i18n._("Both sides")}
          options={SIDES.map((value) => ({ value, label: sideName(value) }))}
          value={filter.side ?? null}
          onChoose={(side) => show({ side })}
        />
      )}
      {has("type") && (
        <FilterChoice
          label={i18n._("Type")}
          everything={i18n._("All types")}
          options={SINGLE_TYPES.map((value) => ({ value, label: typeName(value) }))}
          value={filter.type ?? null}
          onChoose={(type) => show({ type })}
        />
      )}
      {has("status") && (
        <FilterChoice
          label={i18n._("Status")}
          everything={i18n._("All statuses")}
          options={FINAL_STATUSES.map((value) => ({ value, label: statusName(value) }))}
          value={filter.status ?? null}
          onChoose={(status) => show({ status })}
        />
      )}
      {has("days") && (
        <>
          <FilterDay label={i18n._("From")} value={filter.from ?? ""} onChoose={(from) => show({ from })} />
          <FilterDay label={i18n._("To")} value={filter.to ?? ""} onChoose={(to) => show({ to })} />
        </>
      )}
      {isFiltered && (
        <Button
          severity="link"
          size="small"
          onClick={() => show({ pair: "", side: "", type: "", status: "", from: "", to: "", order: "" })}
        >
          {i18n._("Clear filters")}
        </Button>
      )}
    </search>
  );
}
