import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

/** A coin on a network. */
export type Network = components["schemas"]["DepositNetwork"];

/** Every coin on every network, available ones first. */
export const networksQuery = queryOptions({
  queryKey: ["networks"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/deposit/networks", { signal }))).items,
  // An operator may halt one at any time.
  staleTime: 30_000,
});

const NONE: ReadonlyMap<string, Network> = new Map();

/** One entry of each network by its key, for names and explorers; empty while loading. */
export function useNetworks(): ReadonlyMap<string, Network> {
  return useQuery({ ...networksQuery, select: byKey }).data ?? NONE;
}

function byKey(networks: readonly Network[]): ReadonlyMap<string, Network> {
  return new Map(networks.map((network) => [network.network, network]));
}

type Explorer = Pick<Network, "explorer_tx" | "explorer_address">;

/** Where a block explorer shows a transaction; undefined without an explorer or without a transaction. */
export function transactionUrl(network: Explorer | undefined, txId: string | null): string | undefined {
  if (txId === null) return undefined;
  return network?.explorer_tx?.replace("{tx_id}", encodeURIComponent(txId));
}

/** Where a block explorer shows an address. */
export function addressUrl(network: Explorer | undefined, address: string): string | undefined {
  return network?.explorer_address?.replace("{address}", encodeURIComponent(address));
}
