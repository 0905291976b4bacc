import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { Queue, QueueLink } from "@/design/queue";
import { formatDateTime } from "@/lib/dates";
import { inboxQuery, type TicketRow, type TicketStatus } from "./api";

const INBOX_FILTERS = ["open", "answered", "closed", "all"] as const satisfies readonly (
  | TicketStatus
  | "all"
)[];

type InboxFilter = (typeof INBOX_FILTERS)[number];

/** The filter in the URL; open tickets by default. */
export function inboxFilterOf(parameter: unknown): InboxFilter {
  return INBOX_FILTERS.find((filter) => filter === parameter) ?? "open";
}

function inboxFilterName(filter: InboxFilter): string {
  switch (filter) {
    case "open":
      return i18n._("Open");
    case "answered":
      return i18n._("Replied");
    case "closed":
      return i18n._("Closed");
    case "all":
      return i18n._("All");
  }
}

type InboxProps = {
  filter: InboxFilter;
  /** The open ticket. */
  chosenId: string | null;
  topicName: (topic: TicketRow["topic"]) => string;
};

export function Inbox({ filter, chosenId, topicName }: InboxProps) {
  const inbox = useInfiniteQuery(inboxQuery(filter === "all" ? null : filter));

  return (
    <Queue
      query={inbox}
      label={i18n._("Tickets, newest first")}
      empty={<EmptyInbox filter={filter} />}
      to="/operator/feedback"
      filters={INBOX_FILTERS}
      filter={filter}
      filterLabel={i18n._("Filter tickets")}
      filterName={inboxFilterName}
    >
      {(ticket) => (
        <TicketLink
          ticket={ticket}
          filter={filter}
          isChosen={ticket.id === chosenId}
          topic={topicName(ticket.topic)}
        />
      )}
    </Queue>
  );
}

type TicketLinkProps = { ticket: TicketRow; filter: InboxFilter; isChosen: boolean; topic: string };

function TicketLink({ ticket, filter, isChosen, topic }: TicketLinkProps) {
  return (
    <QueueLink to={`/operator/feedback/${ticket.id}`} filter={filter} isChosen={isChosen}>
      <span className="flex items-start justify-between gap-2">
        <span className="line-clamp-2 min-w-0 font-medium text-13 text-ink wrap-anywhere">
          {ticket.subject}
        </span>
        {filter === "all" && <TicketBadge status={ticket.status} />}
      </span>
      <span className="mt-1 flex flex-wrap gap-x-2 text-12 text-ink-3">
        <span className="font-mono">{ticket.ticket}</span>
        <span>{topic}</span>
      </span>
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-12 text-ink-3">
        <span className="wrap-anywhere">{ticket.email}</span>
        <time dateTime={new Date(ticket.updated_at * 1000).toISOString()}>
          {formatDateTime(ticket.updated_at)}
        </time>
      </span>
    </QueueLink>
  );
}

function EmptyInbox({ filter }: { filter: InboxFilter }) {
  if (filter === "open") {
    return (
      <EmptyState icon="check" title={i18n._("No open tickets")}>
        {i18n._("New messages appear here automatically.")}
      </EmptyState>
    );
  }
  return <EmptyState title={i18n._("No tickets here yet.")} />;
}

export function TicketBadge({ status }: { status: TicketStatus }) {
  switch (status) {
    case "open":
      return (
        <Badge severity="warn" icon="clock">
          {i18n._("Needs reply")}
        </Badge>
      );
    case "answered":
      return (
        <Badge severity="success" icon="check">
          {i18n._("Replied")}
        </Badge>
      );
    case "closed":
      return <Badge>{i18n._("Closed")}</Badge>;
  }
}
