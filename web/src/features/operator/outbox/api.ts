import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

export type MailRow = components["schemas"]["MailView"];
export type Mail = components["schemas"]["MailContentView"];
export type MailStatus = MailRow["status"];
export type MailFilter = { to: string; status: MailStatus | null };

const LIST = [...operatorKeys.outbox, "list"] as const;

/** The outbox, newest first, without contents. */
export const mailsQuery = ({ to, status }: MailFilter) =>
  infiniteQueryOptions({
    queryKey: [...LIST, status ?? "all", to],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/outbox", {
          params: { query: { cursor: pageParam, limit: 50, ...(to && { to }), ...(status && { status }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 30_000,
  });

/** One email with its text. Every access is audited, so it is fetched once and not refetched. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKeys.outbox, "mail", id],
    queryFn: ({ signal }) =>
      withStepUp(() =>
        unwrap(api.GET("/operator/outbox/{mail_id}", { params: { path: { mail_id: id } }, signal })),
      ),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useRetryMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/operator/outbox/{mail_id}/retry", { params: { path: { mail_id: id } } })),
    onSuccess: ({ recipient: _masked, ...state }) => {
      cache.setQueryData(mailQuery(state.id).queryKey, (known) => known && { ...known, ...state });
      void cache.invalidateQueries({ queryKey: LIST });
      void cache.invalidateQueries({ queryKey: operatorKeys.health });
    },
  });
}
