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
  // A page that is about to be reloaded leaves the chat to its own document.
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
    return () => openChat(chatwoot, visitor, { isOpen: isAskedFor });
  });

  useEffect(() => {
    let isHere = true;
    let close = () => {};

    function enter() {
      isHere = true;
      startChat().then(
        (open) => {
          if (isHere) close = open();
        },
        // Without the script there is no chat, but every page works.
        () => undefined,
      );
    }

    function leave() {
      isHere = false;
      close();
      close = () => {};
    }

    enter();
    const stopWatching = watchAddress((path) => {
      if (!mayHaveChat(path)) leave();
      else if (!isHere) enter();
    });
    return () => {
      stopWatching();
      leave();
    };
  }, []);

  return null;
}

/**
 * Calls back before the address of the document changes, in browsers that announce it: the provider tells its
 * frame of each new address as soon as there is one.
 */
function watchAddress(notice: (path: string) => void): () => void {
  // Not in every browser.
  const navigation: Navigation | undefined = window.navigation;
  const listen = ({ destination }: NavigateEvent) => {
    if (destination.sameDocument) notice(new URL(destination.url).pathname);
  };
  navigation?.addEventListener("navigate", listen);
  return () => navigation?.removeEventListener("navigate", listen);
}
