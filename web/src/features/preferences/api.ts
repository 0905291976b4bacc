import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { setCurrentClient } from "@/session/client";
import type { Appearance } from "@/session/preferences";
import type { MailChoices } from "./mail-choices";

type SiteDataChange = { appearance: Appearance } | { notifications: MailChoices };

const SITE_DATA = ["site-data"];

/** Keeps choices with the account, so that they are the same on every device. */
export function useSavePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: SITE_DATA,
    mutationFn: (change: SiteDataChange) => unwrap(api.PATCH("/v1/client/site-data", { body: change })),
    // One after the other: of two quick choices the later one counts.
    scope: { id: "site-data" },
    onSuccess({ client }) {
      // An answer that a later choice has overtaken would take that choice back for a moment.
      if (cache.isMutating({ mutationKey: SITE_DATA }) === 1) setCurrentClient(client);
    },
  });
}
