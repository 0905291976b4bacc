import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { depositsKey } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";

type Schemas = components["schemas"];

export type Deposit = Schemas["DepositView"];
export type DepositAddress = Schemas["ClientAddress"];

/** The client's address for a coin on a network. The first request creates it, and it never changes. */
export const depositAddressQuery = (coin: string, network: string) =>
  queryOptions({
    queryKey: ["deposit-address", coin, network],
    queryFn: ({ signal }) => unwrap(api.POST("/v1/deposit/address", { body: { coin, network }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The client's deposits, newest first; reloaded whenever one changes. */
export const depositsQuery = infiniteQueryOptions({
  queryKey: depositsKey,
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/v1/deposit", { params: { query: { cursor: pageParam, limit: 20 } }, signal })),
  ...BY_CURSOR,
});
