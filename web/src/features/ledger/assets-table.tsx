import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Asset, Assets } from "@/api/assets";
import { type Coin, useCoins } from "@/api/coins";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { QueryView } from "@/design/query-view";
import { SearchInput } from "@/design/search-input";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { textOf } from "@/lib/text-of";
import { useIsSignedIn } from "@/session/session";
import { assetColumns, useMarketOf } from "./asset-columns";
import { NoAssets, SignedOut } from "./empty-states";
import { isSmall } from "./model";
import { useOwnAssets } from "./use-own-assets";

type AssetFilter = { text: string; hidesSmall: boolean };

const NO_FILTER: AssetFilter = { text: "", hidesSmall: false };

/** The filter of the assets: in the URL on their page, in local state in a panel. */
function useAssetFilter(isPage: boolean) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [ownFilter, setOwnFilter] = useState(NO_FILTER);
  if (!isPage) return { filter: ownFilter, setFilter: setOwnFilter };

  const filter = { text: textOf(search.q), hidesSmall: search.small === "hidden" };
  function setFilter({ text, hidesSmall }: AssetFilter) {
    const wanted = { q: text || undefined, small: hidesSmall ? "hidden" : undefined };
    void navigate({ to: ".", search: wanted, resetScroll: false, replace: true });
  }
  return { filter, setFilter };
}

function filterAssets(
  assets: readonly Asset[],
  { text, hidesSmall }: AssetFilter,
  coins: ReadonlyMap<string, Coin>,
): Asset[] {
  const wanted = text.trim().toLowerCase();
  return assets.filter((asset) => {
    const names = [asset.symbol, coins.get(asset.symbol)?.name ?? ""];
    return !(hidesSmall && isSmall(asset)) && names.some((name) => name.toLowerCase().includes(wanted));
  });
}

type AssetsTableProps = {
  /** `panel` is the compact variant on the trading page. */
  variant: "page" | "panel";
};

/** The client's balances by coin: available, in orders, locked. */
export function AssetsTable({ variant }: AssetsTableProps) {
  return useIsSignedIn() ? <OwnAssets variant={variant} /> : <SignedOut />;
}

function OwnAssets({ variant }: AssetsTableProps) {
  const assets = useOwnAssets();
  const skeleton = <Skeleton shape="table" rows={variant === "page" ? 6 : 3} columns={5} />;
  return (
    <QueryView query={assets} empty={<NoAssets />} skeleton={skeleton}>
      {(shown) => <FilteredAssets assets={shown} variant={variant} />}
    </QueryView>
  );
}

function FilteredAssets({ assets, variant }: { assets: Assets; variant: AssetsTableProps["variant"] }) {
  const coins = useCoins();
  const marketOf = useMarketOf();
  const { filter, setFilter } = useAssetFilter(variant === "page");
  const columns = useMemo(() => assetColumns({ variant, coins, marketOf }), [variant, coins, marketOf]);

  return (
    <div className={classNames("flex flex-col gap-4", variant === "panel" && "p-3")}>
      <FilterBar filter={filter} onFilter={setFilter} />
      <ListTable
        caption={i18n._("Your assets")}
        columns={columns}
        rows={filterAssets(assets.items, filter, coins)}
        rowKey={({ symbol }) => symbol}
        defaultSort={{ key: "value", direction: "descending" }}
        width={variant === "page" ? "many" : "few"}
        empty={
          <EmptyState
            icon="search"
            title={i18n._("No assets match these filters")}
            action={
              <Button severity="secondary" size="small" onClick={() => setFilter(NO_FILTER)}>
                {i18n._("Clear filters")}
              </Button>
            }
          />
        }
      />
    </div>
  );
}

type FilterBarProps = { filter: AssetFilter; onFilter: (filter: AssetFilter) => void };

function FilterBar({ filter, onFilter }: FilterBarProps) {
  return (
    <search className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <SearchInput
        aria-label={i18n._("Search coins")}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
        className="sm:w-64"
      />
      <Checkbox
        label={i18n._("Hide balances below 1 USDT")}
        checked={filter.hidesSmall}
        onChange={(event) => onFilter({ ...filter, hidesSmall: event.target.checked })}
      />
    </search>
  );
}
