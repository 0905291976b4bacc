import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Icon } from "@/design/icon";
import { isChatKeptFrom } from "@/session/chat-document";
import { site } from "@/session/site";
import { hasChat } from "./chatwoot";

/** The way to the chat on pages that the site keeps it from. */
export function ChatLink() {
  const isKept = useLocation({ select: ({ pathname }) => isChatKeptFrom(pathname) });
  if (!isKept || !hasChat(site().chatwoot)) return null;
  return (
    <Link
      to="/personal/contact"
      search={{ chat: "open" }}
      className="flex items-center gap-2 self-end text-13 text-accent underline-offset-4 hover:underline"
    >
      <Icon name="message-circle" size={16} />
      {i18n._("Chat with support")}
    </Link>
  );
}
