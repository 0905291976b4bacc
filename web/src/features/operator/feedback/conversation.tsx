import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, type KeyboardEvent, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { operatorKeys } from "@/api/operator-keys";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { MessageBubble } from "@/design/message-bubble";
import { TextArea } from "@/design/text-area";
import { toast } from "@/design/toast";
import { type Ticket, useAnswerTicket } from "./api";
import { TicketBadge } from "./inbox";

/** Renders a stored picture for staff. */
type AttachmentView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

type ConversationProps = { ticket: Ticket; Attachment: AttachmentView };

/** The messages, oldest first: the client at the left, staff at the right. */
export function Conversation({ ticket, Attachment }: ConversationProps) {
  return (
    <article className="rounded-card border border-line bg-deep">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-3">
        <h2 className="min-w-0 font-semibold text-16 wrap-anywhere">{ticket.subject}</h2>
        <TicketBadge status={ticket.status} />
      </header>
      <ol aria-label={i18n._("Messages")} className="flex flex-col gap-3 p-4">
        {ticket.messages.map((message) => (
          <MessageBubble
            key={message.id}
            message={message}
            author={message.author === "staff" ? (message.staff_login ?? i18n._("Staff")) : ticket.email}
            isOwn={message.author === "staff"}
            renderPicture={(url, alt) => <Picture url={url} alt={alt} Attachment={Attachment} />}
          />
        ))}
      </ol>
    </article>
  );
}

type PictureProps = { url: string; alt: string; Attachment: AttachmentView };

function Picture({ url, alt, Attachment }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <div className="relative">
      <Attachment url={url} alt={alt} className="size-40" />
      <IconButton
        icon="maximize"
        size="small"
        look="framed"
        label={i18n._("Enlarge: {picture}", { picture: alt })}
        className="absolute end-1 bottom-1"
        onClick={() => setLarge(true)}
      />
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={alt} maximizable widthClass="max-w-5xl">
        <Attachment url={url} alt={alt} className="h-[70dvh] w-full" />
      </Dialog>
    </div>
  );
}

/**
 * An unsent answer, kept while the operator views other tickets. Stored in the query cache, so it is cleared
 * when another operator signs in.
 */
function useDraft(ticketId: string) {
  const cache = useQueryClient();
  const key = [...operatorKeys.answerDrafts, ticketId];
  const [text, setText] = useState(() => cache.getQueryData<string>(key) ?? "");

  function write(next: string) {
    setText(next);
    cache.setQueryDefaults(operatorKeys.answerDrafts, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData(key, next);
  }

  return [text, write] as const;
}

const MAX_LENGTH = 4000;

/** Answers the client; remount it for each ticket. */
export function AnswerForm({ ticket }: { ticket: Ticket }) {
  const [text, setText] = useDraft(ticket.id);
  const [refusal, setRefusal] = useState<string | null>(null);
  const answer = useAnswerTicket(ticket.id);
  const length = [...text.trim()].length;

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (answer.isPending) return;
    if (length === 0) return setRefusal(i18n._("Enter a reply."));
    if (length > MAX_LENGTH)
      return setRefusal(i18n._("Enter at most {longest} characters.", { longest: MAX_LENGTH }));
    setRefusal(null);
    answer.mutate(text.trim(), {
      onSuccess: () => {
        setText("");
        toast.success(i18n._("Reply to {ticket} sent", { ticket: ticket.ticket }));
      },
      onError: (error) => setRefusal(reasonOf(error)),
    });
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  }

  return (
    <Card>
      <form noValidate onSubmit={send} className="flex flex-col gap-3">
        <Field
          label={i18n._("Your reply")}
          error={refusal}
          hint={i18n._("Also emailed to {email}. Ctrl + Enter sends.", { email: ticket.email })}
          aside={<span className="tabular-nums">{`${length} / ${MAX_LENGTH}`}</span>}
        >
          <TextArea
            rows={6}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByKey}
          />
        </Field>
        <div>
          <Button type="submit" icon="send" pending={answer.isPending}>
            {i18n._("Send reply")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function reasonOf(error: unknown): string {
  const field = error instanceof ProblemError ? error.errors[0] : undefined;
  return field?.message ?? describeProblem(error);
}
