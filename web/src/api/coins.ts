import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type Coin = components["schemas"]["Coin"];

/** The coins of the site, in display order. */
export const coinsQuery = queryOptions({
  queryKey: ["coins"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/coins", { signal }))).items,
  staleTime: 60_000,
});

/** Also coins that the site does not list: a client may still have some. */
export const everyCoinQuery = queryOptions({
  queryKey: ["coins", "every"],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/v1/coins", { params: { query: { unlisted: true } }, signal }))).items,
  staleTime: 60_000,
});

const NONE: ReadonlyMap<string, Coin> = new Map();

/** The coins by symbol, for names and icons; empty while loading. */
export function useCoins(): ReadonlyMap<string, Coin> {
  return useQuery({ ...coinsQuery, select: bySymbol }).data ?? NONE;
}

function bySymbol(coins: readonly Coin[]): ReadonlyMap<string, Coin> {
  return new Map(coins.map((coin) => [coin.symbol, coin]));
}
