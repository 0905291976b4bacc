import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { ProblemError } from "@/api/problem-error";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type CaseRow = Schemas["KycCaseRow"];
export type Case = Schemas["KycCaseView"];
export type CaseStatus = Case["status"];
export type CaseStep = Schemas["CaseStep"];
export type CasePhotos = Schemas["CasePhotos"];
export type Rejection = Schemas["Rejection"];
export type RejectionReason = Rejection["reason"];
export type Decision =
  | { act: "approve" }
  | ({ act: "reject" } & Rejection)
  | ({ act: "revoke" } & Schemas["Revocation"]);

const CASES = [...operatorKeys.kyc, "cases"] as const;

/** Cases by status, longest waiting first; polled, because others work on the same queue. */
export const casesQuery = (status: CaseStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...CASES, status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/kyc", { params: { query: { status, cursor: pageParam, limit: 50 } }, signal }),
      ),
    ...BY_CURSOR,
    refetchInterval: 5_000,
  });

/** One case. Every access is audited, so it is fetched once per opening. */
export const caseQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...operatorKeys.kyc, "case", clientId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/kyc/{client_id}", { params: { path: { client_id: clientId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Decides a case. Refetches in any case, because somebody else may have decided first. */
export function useDecide() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, decision }: { clientId: string; decision: Decision }) =>
      withStepUp(() => unwrap(decide(clientId, decision))),
    onSuccess: (decided) => cache.setQueryData(caseQuery(decided.client_id).queryKey, decided),
    onError: (error, { clientId }) => {
      if (isDecidedAlready(error)) void cache.invalidateQueries({ queryKey: caseQuery(clientId).queryKey });
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: CASES }),
  });
}

/** Whether the case was no longer in a state that allows the decision. */
export function isDecidedAlready(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "STATE_CONFLICT";
}

function decide(clientId: string, decision: Decision) {
  const params = { path: { client_id: clientId } };
  switch (decision.act) {
    case "approve":
      return api.POST("/operator/kyc/{client_id}/approve", { params });
    case "reject": {
      const { reason, message } = decision;
      return api.POST("/operator/kyc/{client_id}/reject", { params, body: { reason, message } });
    }
    case "revoke":
      return api.POST("/operator/kyc/{client_id}/revoke", { params, body: { message: decision.message } });
  }
}
