import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Asset } from "@/api/assets";
import type { Coin } from "@/api/coins";
import { textOf } from "@/lib/text-of";
import { isSmall } from "./model";

export type AssetFilter = { text: string; hidesSmall: boolean };

export const NO_FILTER: AssetFilter = { text: "", hidesSmall: false };

/** What is looked for among the assets: in the address on their page, by itself in a panel. */
export function useAssetFilter(isPage: boolean) {
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

export function filterAssets(
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
