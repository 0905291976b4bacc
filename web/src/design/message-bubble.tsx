import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";

interface MessageBubbleProps {
  message: { author: string; message: string; created_at: number; attachments: readonly string[] };
  author: string;
  /** The reader's own messages are at the right. */
  isOwn: boolean;
  renderPicture: (url: string, alt: string) => ReactNode;
}

/** One message of a conversation between a client and support, as a list item. */
export function MessageBubble({ message, author, isOwn, renderPicture }: MessageBubbleProps) {
  const { attachments, created_at } = message;
  return (
    <li
      className={classNames(
        "max-w-[92%] rounded-card border px-3 py-2.5",
        isOwn ? "self-end" : "self-start",
        message.author === "staff" ? "border-line-strong bg-raised" : "border-line bg-shelf",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-ink-3">
        <span className="font-medium text-ink-2 wrap-anywhere">{author}</span>
        <time dateTime={new Date(created_at * 1000).toISOString()}>{formatDateTime(created_at)}</time>
      </p>
      <p className="mt-1 whitespace-pre-line text-14 text-ink wrap-anywhere">{message.message}</p>
      {attachments.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {attachments.map((url, index) => (
            <li key={url}>
              {renderPicture(
                url,
                i18n._("Image {number} of {count}", { number: index + 1, count: attachments.length }),
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
