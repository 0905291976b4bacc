import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { mergeSiteData } from "@/session/client";
import type { Appearance } from "@/session/preferences";

const SITE_DATA = ["site-data"];

/** Saves preferences in the account, so that they are the same on every device. */
export function useSavePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: SITE_DATA,
    mutationFn: (change: { appearance: Appearance }) =>
      unwrap(api.PATCH("/v1/client/site-data", { body: change })),
    // Serialised: the later of two quick changes wins.
    scope: { id: "site-data" },
    async onSuccess(_, change) {
      const pending = cache.getMutationCache().findAll({ mutationKey: SITE_DATA, status: "pending" });
      // A response that a later change has overtaken would revert that change for a moment.
      const isOvertaken = pending.some(({ state }) => state.variables !== change);
      if (!isOvertaken) await mergeSiteData(change);
    },
  });
}
