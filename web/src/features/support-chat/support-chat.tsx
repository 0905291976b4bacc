import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { isPersonalArea } from "@/session/chat-document";
import { type Client, useCurrentClient } from "@/session/client";
import { site } from "@/session/site";
import { hasChat, loadChat, openChat } from "./chatwoot";
import { chatVisitor } from "./visitor";

/** The provider's chat, for clients in their own area; whenever they leave it, or sign out, it is reset and hidden. */
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
      // Without its script there is no chat, and every page works without it.
      () => undefined,
    );
    return () => {
      isLeft = true;
      close();
    };
  }, []);

  return null;
}
