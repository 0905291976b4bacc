import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { isPersonalArea } from "@/session/chat-document";
import { type Client, useCurrentClient } from "@/session/client";
import { site } from "@/session/site";
import { chatVisitor, hasChat, loadChat, openChat } from "./chatwoot";

/** The support chat in the personal area; reset and hidden when the client leaves it or signs out. */
export function SupportChat() {
  const client = useCurrentClient();
  const isPersonal = useLocation({ select: ({ pathname }) => isPersonalArea(pathname) });
  if (!client || !isPersonal || !hasChat(site().chatwoot)) return null;
  return <OpenChat key={client.id} client={client} />;
}

function OpenChat({ client }: { client: Client }) {
  const startChat = useEffectEvent(async () => {
    const { chatwoot } = site();
    const [visitor] = await Promise.all([chatVisitor(client, chatwoot), loadChat(chatwoot)]);
    return visitor;
  });

  useEffect(() => {
    let isLeft = false;
    let close = () => {};
    startChat().then(
      (visitor) => {
        if (!isLeft) close = openChat(visitor);
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
