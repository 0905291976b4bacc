import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type StaffMember = components["schemas"]["StaffView"];
export type StaffSecrets = components["schemas"]["StaffSecretsView"];
export type StaffChange = components["schemas"]["StaffChange"];
export type StaffDraft = components["schemas"]["StaffDraft"];
export type Role = StaffMember["role"];

/** Everybody of the staff, newest first. */
export const staffQuery = infiniteQueryOptions({
  queryKey: ["operator", "staff"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/operator/staff", { params: { query: { cursor: pageParam, limit: 50 } }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export function useAddStaff() {
  const onSuccess = useReadAgain();
  return useMutation({
    mutationFn: (draft: StaffDraft) => unwrap(api.POST("/operator/staff", { body: draft })),
    onSuccess,
  });
}

export function useChangeStaff(id: string) {
  const onSuccess = useReadAgain();
  return useMutation({
    mutationFn: (change: StaffChange) =>
      unwrap(api.PATCH("/operator/staff/{staff_id}", { params: { path: { staff_id: id } }, body: change })),
    onSuccess,
  });
}

export function useResetStaff(id: string) {
  const onSuccess = useReadAgain();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/operator/staff/{staff_id}/reset", { params: { path: { staff_id: id } } })),
    onSuccess,
  });
}

function useReadAgain() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: staffQuery.queryKey });
}
