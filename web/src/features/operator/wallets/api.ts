import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Network = Schemas["OperatorNetwork"];
export type NetworkBalance = Schemas["NetworkBalance"];
export type Halt = Schemas["Halt"];
export type Resume = Schemas["Resume"];
export type Deposit = Schemas["OperatorDeposit"];
export type DepositStatus = Deposit["status"];
export type DepositFilter = { status: DepositStatus | null; network: string };
export type Incident = Schemas["Incident"];
export type IncidentProposal = Schemas["IncidentProposalView"];

const NETWORKS = [...operatorKeys.wallets, "networks"] as const;
const DEPOSITS = [...operatorKeys.wallets, "deposits"] as const;
const INCIDENTS = [...operatorKeys.wallets, "incidents"] as const;

/** All networks with heights and balances; polled, because blocks arrive all the time. */
export const networksQuery = queryOptions({
  queryKey: NETWORKS,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/networks", { signal })),
  refetchInterval: 5_000,
});

/** Deposits of all clients, newest first. */
export const depositsQuery = ({ status, network }: DepositFilter) =>
  infiniteQueryOptions({
    queryKey: [...DEPOSITS, status ?? "all", network],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/deposits", {
          params: {
            query: { cursor: pageParam, limit: 50, ...(status && { status }), ...(network && { network }) },
          },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 10_000,
  });

/** Incidents, newest first; null for open and resolved ones. */
export const incidentsQuery = (isOpen: boolean | null) =>
  infiniteQueryOptions({
    queryKey: [...INCIDENTS, isOpen ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/wallet-incidents", {
          params: { query: { cursor: pageParam, limit: 50, ...(isOpen !== null && { is_open: isOpen }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 10_000,
  });

export function useHaltNetwork(network: string) {
  return useMutation({
    mutationFn: (body: Halt) =>
      withStepUp(() =>
        unwrap(api.POST("/operator/networks/{network}/halt", { params: { path: { network } }, body })),
      ),
    onSettled: useRefetchNetworks(),
  });
}

export function useResumeNetwork(network: string) {
  return useMutation({
    mutationFn: (body: Resume) =>
      withStepUp(() =>
        unwrap(api.POST("/operator/networks/{network}/resume", { params: { path: { network } }, body })),
      ),
    onSettled: useRefetchNetworks(),
  });
}

export function useSweepNetwork(network: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(api.POST("/operator/networks/{network}/sweep", { params: { path: { network } } })),
      ),
    onSettled: useRefetchNetworks(),
  });
}

function useRefetchNetworks() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: NETWORKS });
}

/** Notes how an unassigned deposit was dealt with; nothing moves. */
export function useHandleDeposit(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (remark: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/deposits/{deposit_id}/handled", {
            params: { path: { deposit_id: id } },
            body: { remark },
          }),
        ),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: DEPOSITS }),
  });
}

/** Ends an incident without moving anything. */
export function useResolveIncident(id: string) {
  return useMutation({
    mutationFn: (remark: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/wallet-incidents/{incident_id}/resolve", {
            params: { path: { incident_id: id } },
            body: { remark },
          }),
        ),
      ),
    onSettled: useRefetchIncidents(),
  });
}

/** Proposes how the incident of a removed deposit ends; somebody else approves it. */
export function useProposeIncidentEnd(id: string, kind: IncidentProposal["kind"]) {
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/wallet-incidents/{incident_id}/proposals", {
            params: { path: { incident_id: id } },
            body: { kind, reason },
          }),
        ),
      ),
    onSettled: useRefetchIncidents(),
  });
}

export function useApproveIncidentProposal(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/wallet-incidents/proposals/{proposal_id}/approve", {
            params: { path: { proposal_id: id } },
          }),
        ),
      ),
    onSettled: useRefetchIncidents(),
  });
}

export function useRejectIncidentProposal(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/wallet-incidents/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetchIncidents(),
  });
}

/**
 * Refetches also after a rejection: somebody else may have decided. Not awaited: an incident that leaves the list
 * takes its dialog with it, which must have reported the outcome before.
 */
function useRefetchIncidents() {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: INCIDENTS });
    void cache.invalidateQueries({ queryKey: operatorKeys.waiting });
  };
}
