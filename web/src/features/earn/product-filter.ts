import { compare, isZero } from "@/lib/decimal";
import { textOf } from "@/lib/text-of";
import type { EarnKind, EarnProduct } from "./api";

export type ProductFilter = {
  kind: EarnKind | "all";
  text: string;
  /** Only coins that the client has. */
  isOwn: boolean;
};

export const NO_FILTER: ProductFilter = { kind: "all", text: "", isOwn: false };

const KINDS: readonly EarnKind[] = ["flexible", "locked"];

/** Parses the filter from search parameters; invalid ones are ignored. */
export function readProductFilter(search: Readonly<Record<string, unknown>>): ProductFilter {
  return {
    kind: KINDS.find((kind) => kind === search.kind) ?? "all",
    text: textOf(search.q),
    isOwn: search.own === "yes",
  };
}

/** The filter as search parameters. */
export function searchOfFilter({ kind, text, isOwn }: ProductFilter) {
  return {
    kind: kind === "all" ? undefined : kind,
    q: text || undefined,
    own: isOwn ? "yes" : undefined,
  };
}

/** Available balances by coin; null for visitors, and while loading. */
export type Balances = ReadonlyMap<string, string> | null;

export function filterProducts(
  products: readonly EarnProduct[],
  { kind, text, isOwn }: ProductFilter,
  balances: Balances,
): EarnProduct[] {
  const wanted = text.trim().toLowerCase();
  return products.filter(
    (product) =>
      (kind === "all" || product.kind === kind) &&
      [product.coin, product.name].some((name) => name.toLowerCase().includes(wanted)) &&
      (!isOwn || balances === null || !isZero(balances.get(product.coin) ?? "0")),
  );
}

export type CoinProducts = { coin: string; name: string; icon: string | null; products: EarnProduct[] };

/** By coin, in the order of the server; in each, flexible first, then by term. */
export function groupByCoin(products: readonly EarnProduct[]): CoinProducts[] {
  const groups = new Map<string, CoinProducts>();
  for (const product of products) {
    const { coin, name, icon } = product;
    const group = groups.get(coin) ?? { coin, name, icon, products: [] };
    group.products.push(product);
    groups.set(coin, group);
  }
  return [...groups.values()].map((group) => ({ ...group, products: group.products.toSorted(byTerm) }));
}

function byTerm(one: EarnProduct, other: EarnProduct): number {
  return (one.term_days ?? 0) - (other.term_days ?? 0);
}

/** Why nobody can subscribe now; null if one can. */
export function closedReason({ is_open, quota_left, min }: EarnProduct): "closed" | "full" | null {
  if (!is_open) return "closed";
  return compare(quota_left, min) < 0 ? "full" : null;
}

/** The part of the quota that is left, from 0 to 1; for bars only. */
export function quotaShare({ quota, quota_left }: Pick<EarnProduct, "quota" | "quota_left">): number {
  return Number(quota) > 0 ? Number(quota_left) / Number(quota) : 0;
}
