import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { setOperatorToken } from "@/session/operator";

export type Enrolment = components["schemas"]["EnrolmentView"];

/** The account of a link, with a new TOTP secret to set up, so it is fetched only once. */
export const enrolmentQuery = (token: string) =>
  queryOptions({
    queryKey: [...operatorKeys.enrolment, token],
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
