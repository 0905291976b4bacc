import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ProblemError } from "@/api/problem-error";
import { currentClientQuery, setCurrentClient } from "@/session/client";
import type { KycSubmission } from "./model";

const POLL_MS = 15_000;

/** The signed-in client, asked for anew while a check is under way. */
export const watchedClientQuery = {
  ...currentClientQuery,
  refetchInterval: (query: { state: { data: { client: { kyc: { status: string } } } | undefined } }) =>
    query.state.data?.client.kyc.status === "pending" ? POLL_MS : false,
} as const;

export function useSubmitKyc() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (submission: KycSubmission) => unwrap(api.PATCH("/v1/client/kyc", { body: submission })),
    onSuccess: ({ client }) => setCurrentClient(client),
    onError: (error) => {
      // Another tab was faster: what is known here about the check is no longer true.
      const isBehind = error instanceof ProblemError && error.status === 409;
      return isBehind ? cache.invalidateQueries({ queryKey: currentClientQuery.queryKey }) : undefined;
    },
  });
}
