import { i18n } from "@lingui/core";
import { Icon, type IconName } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import type { SortDirection } from "@/lib/sort-rows";
import { MARKET_COLUMNS } from "./overview-columns";
import type { MarketsFilter, SortKey } from "./overview-model";

type MarketTableHeadProps = {
  filter: Pick<MarketsFilter, "sort" | "direction">;
  onSort: (key: SortKey) => void;
};

const CELL = "sticky top-16 z-2 h-10 bg-deep font-medium text-13 text-ink-2 border-line border-b";

export function MarketTableHead({ filter, onSort }: MarketTableHeadProps) {
  const head = (key: SortKey, label: string) => (
    <SortHead
      key={key}
      label={label}
      isEnd={key !== "pair"}
      className={MARKET_COLUMNS[key]}
      direction={filter.sort === key ? filter.direction : undefined}
      onPress={() => onSort(key)}
    />
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classNames(CELL, "rounded-tl-card", MARKET_COLUMNS.favourite)}>
          <span className="sr-only">{i18n._("Favorite")}</span>
        </th>
        {head("pair", i18n._("Pair"))}
        {head("price", i18n._("Price"))}
        {head("change", i18n._("24 h"))}
        {head("high", i18n._("High"))}
        {head("low", i18n._("Low"))}
        {head("volume", i18n._("Volume"))}
        <th scope="col" className={classNames(CELL, "text-right", MARKET_COLUMNS.line)}>
          {i18n._("Last 24h")}
        </th>
      </tr>
    </thead>
  );
}

type SortHeadProps = {
  label: string;
  isEnd: boolean;
  className: string;
  direction: SortDirection | undefined;
  onPress: () => void;
};

function SortHead({ label, isEnd, className, direction, onPress }: SortHeadProps) {
  return (
    <th
      scope="col"
      aria-sort={direction ?? "none"}
      className={classNames(CELL, isEnd ? "text-right" : "text-left", className)}
    >
      <button
        type="button"
        onClick={onPress}
        className={classNames(
          "-mx-1 inline-flex min-h-8 max-w-full items-center gap-1 rounded-control px-1 transition-colors hover:text-ink",
          direction && "text-ink",
          isEnd && "flex-row-reverse",
        )}
      >
        <span className="truncate">{label}</span>
        <Icon name={sortIcon(direction)} size={14} className={direction ? "" : "opacity-60 max-sm:hidden"} />
      </button>
    </th>
  );
}

function sortIcon(direction: SortDirection | undefined): IconName {
  if (direction === "ascending") return "chevron-up";
  return direction === "descending" ? "chevron-down" : "chevrons-up-down";
}
