import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { MessageBubble } from "@/design/message-bubble";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { TextArea } from "@/design/text-area";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { site } from "@/session/site";
import { type Ticket, type TicketMessage, ticketsQuery, useReplyToSupport } from "./api";
import { Counter } from "./counter";
import { MAX_MESSAGE_LENGTH, type ReplyDraft, replySchema, topicName } from "./model";

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

/** Replies in a ticket; a closed one is reopened. */
function ReplyForm({ ticket }: { ticket: Ticket }) {
  const { control, register, handleSubmit, reset, setError, formState } = useForm<ReplyDraft>({
    resolver: valibotResolver(replySchema),
    defaultValues: { message: "" },
  });
  const message = useWatch({ control, name: "message" });
  const [problem, setProblem] = useState<string | null>(null);
  const reply = useReplyToSupport(ticket.id);

  async function submit(draft: ReplyDraft) {
    setProblem(null);
    try {
      await reply.mutateAsync(draft.message);
      reset();
      toast.success(i18n._("Message sent"));
    } catch (error) {
      setProblem(setFieldErrors(error, ["message"], setError));
    }
  }

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit(submit)}>
      <Field
        label={ticket.status === "closed" ? i18n._("Reply to reopen this ticket") : i18n._("Your message")}
        error={formState.errors.message?.message}
        aside={<Counter text={message} most={MAX_MESSAGE_LENGTH} />}
      >
        <TextArea rows={3} {...register("message")} />
      </Field>
      {problem && <Banner severity="error">{problem}</Banner>}
      <div>
        <Button type="submit" severity="secondary" size="small" icon="send" pending={formState.isSubmitting}>
          {i18n._("Send message")}
        </Button>
      </div>
    </form>
  );
}

function TicketCard({ ticket, Attachment }: { ticket: Ticket; Attachment: AttachmentView }) {
  return (
    <li>
      <details className="group rounded-card border border-line bg-deep">
        <summary className="flex cursor-pointer list-none items-start gap-3 rounded-card px-4 py-3 -outline-offset-2 transition-colors hover:bg-shelf [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium text-14 text-ink wrap-anywhere">{ticket.subject}</span>
              <StatusBadge status={ticket.status} />
            </p>
            <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-ink-3">
              <span className="font-mono">{ticket.ticket}</span>
              <span>{topicName(ticket.topic)}</span>
              <time dateTime={new Date(ticket.updated_at * 1000).toISOString()}>
                {formatDateTime(ticket.updated_at)}
              </time>
            </p>
          </div>
          <Icon
            name="chevron-down"
            className="mt-0.5 text-ink-3 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="flex flex-col gap-4 border-line border-t px-4 py-4">
          {ticket.reference && (
            <p className="text-13 text-ink-2 wrap-anywhere">
              {i18n._("Reference: {reference}", { reference: ticket.reference })}
            </p>
          )}
          <TicketMessages messages={ticket.messages} Attachment={Attachment} />
          <ReplyForm ticket={ticket} />
        </div>
      </details>
    </li>
  );
}

function StatusBadge({ status }: Pick<Ticket, "status">) {
  switch (status) {
    case "open":
      return <Badge icon="clock">{i18n._("Awaiting reply")}</Badge>;
    case "answered":
      return (
        <Badge severity="success" icon="message-circle">
          {i18n._("Replied")}
        </Badge>
      );
    case "closed":
      return <Badge icon="check">{i18n._("Closed")}</Badge>;
  }
}

/** Renders a stored picture for its owner. */
type AttachmentView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

interface TicketMessagesProps {
  messages: readonly TicketMessage[];
  Attachment: AttachmentView;
}

/** The messages, oldest first. */
function TicketMessages({ messages, Attachment }: TicketMessagesProps) {
  return (
    <ol aria-label={i18n._("Messages")} className="flex flex-col gap-3">
      {messages.map((message) => (
        <MessageBubble
          key={message.id}
          message={message}
          author={
            message.author === "staff"
              ? i18n._("{sitename} support", { sitename: site().sitename })
              : i18n._("You")
          }
          isOwn={message.author !== "staff"}
          renderPicture={(url, alt) => <Attachment url={url} alt={alt} className="size-24" />}
        />
      ))}
    </ol>
  );
}
