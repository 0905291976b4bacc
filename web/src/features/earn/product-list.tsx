import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { EmptyState } from "@/design/empty-state";
import { SearchInput } from "@/design/search-input";
import { Segments } from "@/design/segments";
import { useIsSignedIn } from "@/session/session";
import type { EarnProduct } from "./api";
import { CoinCard } from "./coin-card";
import {
  filterProducts,
  groupByCoin,
  NO_FILTER,
  type ProductFilter,
  readProductFilter,
  searchOfFilter,
} from "./product-filter";
import { kindName } from "./texts";
import { useBalances } from "./use-balances";

interface ProductListProps {
  products: readonly EarnProduct[];
  onSubscribe: (product: EarnProduct) => void;
}

/** The products by coin, with a filter in the URL. */
export function ProductList({ products, onSubscribe }: ProductListProps) {
  const filter = readProductFilter(useSearch({ strict: false }));
  const navigate = useNavigate();
  const balances = useBalances();
  const groups = groupByCoin(filterProducts(products, filter, balances));

  function setFilter(next: ProductFilter) {
    void navigate({ to: ".", search: searchOfFilter(next), resetScroll: false, replace: true });
  }

  return (
    <div className="flex flex-col gap-5">
      <FilterBar filter={filter} onFilter={setFilter} />
      {groups.length === 0 ? (
        <div className="rounded-card border border-line bg-deep">
          <EmptyState
            icon="search"
            title={i18n._("No products match these filters")}
            action={
              <Button severity="secondary" size="small" onClick={() => setFilter(NO_FILTER)}>
                {i18n._("Clear filters")}
              </Button>
            }
          />
        </div>
      ) : (
        <ul className="flex flex-col gap-5">
          {groups.map((group) => (
            <li key={group.coin}>
              <CoinCard group={group} available={balances?.get(group.coin)} onSubscribe={onSubscribe} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FilterBarProps {
  filter: ProductFilter;
  onFilter: (filter: ProductFilter) => void;
}

function FilterBar({ filter, onFilter }: FilterBarProps) {
  const isSignedIn = useIsSignedIn();
  const kinds = [
    { value: "all", label: i18n._("All") },
    { value: "flexible", label: kindName("flexible") },
    { value: "locked", label: kindName("locked") },
  ] as const;
  return (
    <search className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Segments
        label={i18n._("Kind")}
        options={kinds}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <SearchInput
        aria-label={i18n._("Search coins")}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
        className="sm:w-64"
      />
      {isSignedIn && (
        <Checkbox
          label={i18n._("Coins I have")}
          checked={filter.isOwn}
          onChange={(event) => onFilter({ ...filter, isOwn: event.target.checked })}
        />
      )}
    </search>
  );
}
