import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { setOperatorToken } from "@/session/operator";

export type Enrolment = components["schemas"]["EnrolmentView"];

/** Whose account a link is for, with a second factor to set up: made for this one look, and so taken once. */
export const enrolmentQuery = (token: string) =>
  queryOptions({
    queryKey: ["operator", "enrolment", token],
    queryFn: ({ signal }) => unwrap(api.POST("/operator/enrolment/open", { body: { token }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export function useEnrol() {
  return useMutation({
    mutationFn: (draft: components["schemas"]["EnrolmentDraft"]) =>
      unwrap(api.POST("/operator/enrolment", { body: draft })),
    gcTime: 0,
    onSuccess: ({ raw_token }) => setOperatorToken(raw_token),
  });
}
