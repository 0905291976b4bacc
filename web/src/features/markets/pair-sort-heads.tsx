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

  return (
    <div className={classNames(PAIR_COLUMNS, "shrink-0 border-line border-b pr-4 pl-11 text-12 text-ink-3")}>
      {heads().map(({ by, label }) => (
        <button
          key={by}
          type="button"
          aria-pressed={sort.by === by}
          onClick={() => press(by)}
          className={classNames(
            "min-h-7 truncate hover:text-ink aria-pressed:text-ink",
            by === "symbol" ? "text-left" : "text-right",
          )}
        >
          {label}
          <span aria-hidden="true">{sort.by === by && (sort.direction === "ascending" ? " ↑" : " ↓")}</span>
        </button>
      ))}
    </div>
  );
}

function heads(): { by: PairSort; label: string }[] {
  return [
    { by: "symbol", label: i18n._("Pair") },
    { by: "price", label: i18n._("Price") },
    { by: "change", label: i18n._("24h change") },
    { by: "volume", label: i18n._("Volume") },
  ];
}
