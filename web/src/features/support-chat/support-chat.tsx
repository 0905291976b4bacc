import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { mayHaveChat, needsOwnDocument } from "@/session/chat-document";
import { type Client, useCurrentClient } from "@/session/client";
import { site } from "@/session/site";
import { chatVisitor, hasChat, loadChat, openChat } from "./chatwoot";
import "./support-chat.css";

/** The support chat in the personal area; reset and hidden when the client leaves it or signs out. */
export function SupportChat() {
  const client = useCurrentClient();
  // A page that is about to be loaded anew leaves the chat to its own document.
  const isHere = useLocation({
    select: ({ pathname }) => mayHaveChat(pathname) && !needsOwnDocument(pathname),
  });
  if (!client || !isHere || !hasChat(site().chatwoot)) return null;
  return <OpenChat key={client.id} client={client} />;
}

function OpenChat({ client }: { client: Client }) {
  const isAskedFor = useLocation({
    select: ({ searchStr }) => new URLSearchParams(searchStr).get("chat") === "open",
  });
  const startChat = useEffectEvent(async () => {
    const { chatwoot } = site();
    const [visitor] = await Promise.all([chatVisitor(client, chatwoot), loadChat(chatwoot)]);
    return { visitor, isAskedFor };
  });

  useEffect(() => {
    let isLeft = false;
    let close = () => {};
    startChat().then(
      ({ visitor, isAskedFor }) => {
        if (!isLeft) close = openChat(visitor, { isOpen: isAskedFor });
      },
      // Without the script there is no chat, but every page works.
      () => undefined,
    );
    return () => {
      isLeft = true;
      close();
    };
  }, []);

  return null;
}
