import { i18n } from "@lingui/core";
import type { ComponentType } from "react";
import { MessageBubble } from "@/design/message-bubble";
import { site } from "@/session/site";
import type { TicketMessage } from "./api";

/** Renders a stored picture for its owner. */
export type AttachmentView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

interface TicketMessagesProps {
  messages: readonly TicketMessage[];
  Attachment: AttachmentView;
}

/** The messages, oldest first. */
export function TicketMessages({ messages, Attachment }: TicketMessagesProps) {
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
