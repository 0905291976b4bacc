import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";

export type TicketRow = components["schemas"]["TicketRow"];
export type Ticket = components["schemas"]["TicketForStaff"];
export type TicketMessage = components["schemas"]["MessageForStaff"];
export type TicketStatus = TicketRow["status"];

const INBOX = [...operatorKeys.feedback, "inbox"] as const;

/** Tickets, newest first. */
export const inboxQuery = (status: TicketStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...INBOX, status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/feedback", {
          params: { query: { cursor: pageParam, limit: 50, ...(status && { status }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 30_000,
  });

/** One ticket. Every access is audited, so it is fetched once and not refetched. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKeys.feedback, "ticket", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/feedback/{ticket_id}", { params: { path: { ticket_id: id } }, signal })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useAnswerTicket(id: string) {
  const keep = useKeepTicket();
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(
        api.POST("/operator/feedback/{ticket_id}/messages", {
          params: { path: { ticket_id: id } },
          body: { message },
        }),
      ),
    onSuccess: keep,
  });
}

export function useCloseTicket(id: string) {
  const keep = useKeepTicket();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/operator/feedback/{ticket_id}/close", { params: { path: { ticket_id: id } } })),
    onSuccess: keep,
  });
}

/** The response has the whole ticket, so nothing is refetched. */
function useKeepTicket() {
  const cache = useQueryClient();
  return (ticket: Ticket) => {
    cache.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    void cache.invalidateQueries({ queryKey: INBOX });
    void cache.invalidateQueries({ queryKey: operatorKeys.waiting });
  };
}
