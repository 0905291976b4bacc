import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { withdrawalsKey } from "@/api/keys";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type AddressBook = Schemas["AddressBook"];
export type SavedAddress = Schemas["SavedAddressView"];
export type AddressDraft = Schemas["SavedAddressDraft"];

/** The client's saved addresses, and whether withdrawals go to them only. */
export const addressBookQuery = queryOptions({
  queryKey: [...withdrawalsKey, "addresses"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/withdrawal/address", { signal })),
});

/** Whether an address is one of the network, checksum included. */
export const addressCheckQuery = (coin: string, network: string, address: string) =>
  queryOptions({
    queryKey: ["address-check", coin, network, address],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/v1/withdrawal/address/check", { params: { query: { coin, network, address } }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: withdrawalsKey });
}

export function useSaveAddress() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: AddressDraft) =>
      withStepUp(() => unwrap(api.POST("/v1/withdrawal/address", { body }))),
    onSuccess: refresh,
  });
}

export function useDeleteAddress() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/v1/withdrawal/address/{address_id}", { params: { path: { address_id: id } } })),
    onSettled: refresh,
  });
}

export function useSwitchAllowList() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (allow_list_only: boolean) =>
      withStepUp(() => unwrap(api.PATCH("/v1/withdrawal/address", { body: { allow_list_only } }))),
    onSuccess: refresh,
  });
}
