import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadMore } from "@/design/load-more";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ticketsQuery } from "./api";
import { TicketCard } from "./ticket-card";
import type { AttachmentView } from "./ticket-messages";

export function TicketList({ Attachment }: { Attachment: AttachmentView }) {
  const tickets = useInfiniteQuery(ticketsQuery);
  return (
    <QueryView
      query={tickets}
      empty={i18n._("What you write to us, and our answers, will be here.")}
      skeleton={<Skeleton shape="table" rows={3} columns={2} />}
    >
      {({ pages }) => (
        <>
          <ul className="flex flex-col gap-3">
            {pages
              .flatMap((page) => page.items)
              .map((ticket) => (
                <TicketCard key={ticket.id} ticket={ticket} Attachment={Attachment} />
              ))}
          </ul>
          <LoadMore
            hasMore={tickets.hasNextPage}
            pending={tickets.isFetchingNextPage}
            failed={tickets.isFetchNextPageError}
            onLoad={() => void tickets.fetchNextPage()}
          />
        </>
      )}
    </QueryView>
  );
}
