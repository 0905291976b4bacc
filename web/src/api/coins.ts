import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type Coin = components["schemas"]["Coin"];

/** All coins of the exchange, in display order. */
export const coinsQuery = queryOptions({
  queryKey: ["coins"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/coins", { signal }))).items,
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
