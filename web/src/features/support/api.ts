import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { BY_CURSOR } from "@/api/queries";

export type Feedback = components["schemas"]["Feedback"];
export type FeedbackReceipt = components["schemas"]["FeedbackReceipt"];
export type Ticket = components["schemas"]["TicketView"];
export type TicketMessage = components["schemas"]["MessageView"];

/** The client's tickets, newest first. */
export const ticketsQuery = infiniteQueryOptions({
  queryKey: ["support", "tickets"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/v1/feedback", { params: { query: { cursor: pageParam, limit: 20 } }, signal })),
  ...BY_CURSOR,
});

export function useSendFeedback() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (feedback: Feedback) => unwrap(api.POST("/v1/feedback", { body: feedback })),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ticketsQuery.queryKey }),
  });
}

export function useReplyToSupport(ticketId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(
        api.POST("/v1/feedback/{ticket_id}/messages", {
          params: { path: { ticket_id: ticketId } },
          body: { message },
        }),
      ),
    // Awaited by the form, so that the message is shown before the field is cleared.
    onSuccess: () => cache.invalidateQueries({ queryKey: ticketsQuery.queryKey }),
  });
}
