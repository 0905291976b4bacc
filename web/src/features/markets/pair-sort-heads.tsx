import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import type { SortDirection } from "@/lib/sort-rows";
import { PAIR_COLUMNS } from "./pair-line";
import type { PairSort } from "./pair-model";

type Sort = { by: PairSort; direction: SortDirection };
type PairSortHeadsProps = { sort: Sort; onSort: (sort: Sort) => void };

export function PairSortHeads({ sort, onSort }: PairSortHeadsProps) {
  function press(by: PairSort) {
    if (sort.by !== by) onSort({ by, direction: by === "symbol" ? "ascending" : "descending" });
    else onSort({ by, direction: sort.direction === "ascending" ? "descending" : "ascending" });
  }

  const head = (by: PairSort, label: string) => (
    <button
      type="button"
      aria-pressed={sort.by === by}
      onClick={() => press(by)}
      className="min-h-7 whitespace-nowrap hover:text-ink aria-pressed:text-ink"
    >
      {label}
      <span aria-hidden="true">{sort.by === by && (sort.direction === "ascending" ? " ↑" : " ↓")}</span>
    </button>
  );
  return (
    <div
      className={classNames(
        PAIR_COLUMNS,
        "shrink-0 border-line border-b pr-4 pl-11 text-12 text-ink-3 *:text-right",
      )}
    >
      <span className="flex gap-3">
        {head("symbol", i18n._("Pair"))}
        {head("volume", i18n._("Volume"))}
      </span>
      {head("price", i18n._("Price"))}
      {head("change", i18n._("24h change"))}
    </div>
  );
}
