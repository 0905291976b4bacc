import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

export type StaffMember = components["schemas"]["StaffView"];
export type StaffProposal = components["schemas"]["StaffProposalView"];
export type EnrolmentLink = components["schemas"]["EnrolmentLinkView"];
export type StaffChange = components["schemas"]["StaffChange"];
export type StaffDraft = components["schemas"]["StaffDraft"];
export type Role = StaffMember["role"];

const REFRESH_MS = 15_000;

/** All staff members, newest first. */
export const staffQuery = infiniteQueryOptions({
  queryKey: [...operatorKeys.staff, "members"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/operator/staff", { params: { query: { cursor: pageParam, limit: 50 } }, signal })),
  ...BY_CURSOR,
  // What another admin approves changes it.
  refetchInterval: REFRESH_MS,
});

/** Changes of staff that wait for a second admin. */
export const staffProposalsQuery = infiniteQueryOptions({
  queryKey: [...operatorKeys.staff, "proposals"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(
      api.GET("/operator/staff/proposals", {
        params: { query: { status: "proposed", cursor: pageParam, limit: 50 } },
        signal,
      }),
    ),
  ...BY_CURSOR,
  refetchInterval: REFRESH_MS,
});

export function useProposeStaff() {
  return useMutation({
    mutationFn: (draft: StaffDraft) => withStepUp(() => unwrap(api.POST("/operator/staff", { body: draft }))),
    onSuccess: useRefetch(),
  });
}

export function useProposeChange(id: string) {
  return useMutation({
    mutationFn: (change: StaffChange) =>
      withStepUp(() =>
        unwrap(api.PATCH("/operator/staff/{staff_id}", { params: { path: { staff_id: id } }, body: change })),
      ),
    onSuccess: useRefetch(),
  });
}

export function useProposeReset(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(api.POST("/operator/staff/{staff_id}/reset", { params: { path: { staff_id: id } } })),
      ),
    onSuccess: useRefetch(),
  });
}

export function useMakeLink() {
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(api.POST("/operator/staff/{staff_id}/link", { params: { path: { staff_id: id } } })),
      ),
    // The link must not stay in the cache.
    gcTime: 0,
  });
}

export function useDecide(id: string) {
  return useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      withStepUp(() => {
        const params = { params: { path: { proposal_id: id } } };
        return decision === "approve"
          ? unwrap(api.POST("/operator/staff/proposals/{proposal_id}/approve", params))
          : unwrap(api.POST("/operator/staff/proposals/{proposal_id}/reject", params));
      }),
    // Also after a rejection: somebody else may have decided.
    onSettled: useRefetch(),
  });
}

function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: operatorKeys.staff });
}
