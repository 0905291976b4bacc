import { i18n } from "@lingui/core";
import { type ComponentType, useState } from "react";
import { Dialog } from "@/design/dialog";
import { IconButton } from "@/design/icon-button";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import type { Ticket, TicketMessage } from "./api";
import { TicketBadge } from "./inbox";

/** Renders a stored picture for staff. */
export type AttachmentView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

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
          <Message key={message.id} message={message} email={ticket.email} Attachment={Attachment} />
        ))}
      </ol>
    </article>
  );
}

type MessageProps = { message: TicketMessage; email: string; Attachment: AttachmentView };

function Message({ message, email, Attachment }: MessageProps) {
  const isOurs = message.author === "staff";
  return (
    <li
      className={classNames(
        "max-w-[92%] rounded-card border px-3 py-2.5",
        isOurs ? "self-end border-line-strong bg-raised" : "self-start border-line bg-shelf",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-ink-3">
        <span className="font-medium text-ink-2 wrap-anywhere">
          {isOurs ? (message.staff_login ?? i18n._("Staff")) : email}
        </span>
        <time dateTime={new Date(message.created_at * 1000).toISOString()}>
          {formatDateTime(message.created_at)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-line text-14 text-ink wrap-anywhere">{message.message}</p>
      {message.attachments.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {message.attachments.map((url, index) => (
            <li key={url}>
              <Picture
                url={url}
                alt={i18n._("Image {number} of {count}", {
                  number: index + 1,
                  count: message.attachments.length,
                })}
                Attachment={Attachment}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
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
        className="absolute right-1 bottom-1"
        onClick={() => setLarge(true)}
      />
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={alt} maximizable widthClass="max-w-5xl">
        <Attachment url={url} alt={alt} className="h-[70dvh] w-full" />
      </Dialog>
    </div>
  );
}
