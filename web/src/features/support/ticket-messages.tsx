import { i18n } from "@lingui/core";
import type { ComponentType } from "react";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
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
        <li
          key={message.id}
          className={classNames(
            "max-w-[92%] rounded-card border px-3 py-2.5",
            message.author === "staff"
              ? "self-start border-line-strong bg-raised"
              : "self-end border-line bg-shelf",
          )}
        >
          <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-ink-3">
            <span className="font-medium text-ink-2">
              {message.author === "staff"
                ? i18n._("{sitename} support", { sitename: site().sitename })
                : i18n._("You")}
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
                  <Attachment
                    url={url}
                    alt={i18n._("Image {number} of {count}", {
                      number: index + 1,
                      count: message.attachments.length,
                    })}
                    className="size-24"
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
