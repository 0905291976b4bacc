import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { ticketsQuery } from "./api";
import { TicketCard } from "./ticket-card";
import type { AttachmentView } from "./ticket-messages";

export function TicketList({ Attachment }: { Attachment: AttachmentView }) {
  const tickets = useInfiniteQuery(ticketsQuery);
  return (
    <PagedList
      query={tickets}
      empty={i18n._("Your tickets appear here.")}
      skeleton={<Skeleton shape="table" rows={3} columns={2} />}
    >
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((ticket) => (
            <TicketCard key={ticket.id} ticket={ticket} Attachment={Attachment} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
