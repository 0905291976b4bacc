import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ProblemError } from "@/api/problem-error";
import { currentClientQuery, setCurrentClient } from "@/session/client";
import type { KycSubmission } from "./model";

export function useSubmitKyc() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (submission: KycSubmission) => unwrap(api.PATCH("/v1/client/kyc", { body: submission })),
    onSuccess: ({ client }) => setCurrentClient(client),
    onError: (error) => {
      // Another tab has changed the check: the cached status is stale.
      const isBehind = error instanceof ProblemError && error.status === 409;
      return isBehind ? cache.invalidateQueries({ queryKey: currentClientQuery.queryKey }) : undefined;
    },
  });
}
