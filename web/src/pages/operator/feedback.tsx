import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { StoredPicture } from "@/features/files/stored-picture";
import { ConsolePage, Desk } from "@/features/operator/console-page";
import { ticketQuery } from "@/features/operator/feedback/api";
import { AnswerForm, Conversation } from "@/features/operator/feedback/conversation";
import { Inbox, inboxFilterOf } from "@/features/operator/feedback/inbox";
import { TicketSide } from "@/features/operator/feedback/ticket-side";
import { topicName } from "@/features/support/model";

/** The inbox, and beside it the ticket in the URL. */
export function FeedbackPage() {
  const { ticket } = useParams({ strict: false });

  return (
    <ConsolePage title={i18n._("Feedback")} permission="feedback">
      <FeedbackDesk ticketId={ticket ?? null} />
    </ConsolePage>
  );
}

function FeedbackDesk({ ticketId }: { ticketId: string | null }) {
  const filter = inboxFilterOf(useSearch({ strict: false }).status);
  const ticket = useQuery({ ...ticketQuery(ticketId ?? ""), enabled: ticketId !== null });

  return (
    <Desk
      hasChosen={ticketId !== null}
      backTo={`/operator/feedback?status=${filter}`}
      queue={<Inbox filter={filter} chosenId={ticketId} topicName={topicName} />}
      subject={
        ticketId === null ? (
          <EmptyState icon="message-circle" title={i18n._("Choose a ticket to read it")} />
        ) : (
          <QueryView query={ticket} skeleton={<Skeleton shape="card" />}>
            {(shown) => (
              <div className="flex flex-col gap-4">
                <Conversation ticket={shown} Attachment={StoredPicture} />
                <AnswerForm key={shown.id} ticket={shown} />
              </div>
            )}
          </QueryView>
        )
      }
      side={ticket.data && <TicketSide ticket={ticket.data} topic={topicName(ticket.data.topic)} />}
    />
  );
}
