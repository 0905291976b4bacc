import { i18n } from "@lingui/core";
import { type ComponentType, useState } from "react";
import { Dialog } from "@/design/dialog";
import { IconButton } from "@/design/icon-button";
import { MessageBubble } from "@/design/message-bubble";
import type { Ticket } from "./api";
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
        className="absolute right-1 bottom-1"
        onClick={() => setLarge(true)}
      />
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={alt} maximizable widthClass="max-w-5xl">
        <Attachment url={url} alt={alt} className="h-[70dvh] w-full" />
      </Dialog>
    </div>
  );
}
