import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { mergeSiteData } from "@/session/client";
import type { Appearance } from "@/session/preferences";

type SiteDataChange = { appearance: Appearance } | { notifications: MailChoices };

const SITE_DATA = ["site-data"];

/** Saves preferences in the account, so that they are the same on every device. */
export function useSavePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: SITE_DATA,
    mutationFn: (change: SiteDataChange) => unwrap(api.PATCH("/v1/client/site-data", { body: change })),
    // Serialised: the later of two quick changes wins.
    scope: { id: "site-data" },
    async onSuccess(_, change) {
      const pending = cache.getMutationCache().findAll({ mutationKey: SITE_DATA, status: "pending" });
      const later = pending.map(({ state }) => state.variables).filter((variables) => variables !== change);
      // A response that a later change has overtaken would revert that change for a moment.
      const isOvertaken = later.some((variables) =>
        Object.keys(change).some((field) => field in (variables as SiteDataChange)),
      );
      if (!isOvertaken) await mergeSiteData(change);
    },
  });
}

/** Optional emails. Those about security are always sent. */
export type MailChoices = { kyc: boolean; support: boolean };

/** Parses `site_data.notifications`; every email is on by default. */
export function parseMailChoices(stored: unknown): MailChoices {
  const { kyc, support } = Object(stored);
  return { kyc: kyc !== false, support: support !== false };
}
