import type { SiteConfig } from "@/session/site";

export type ChatConfig = SiteConfig["chatwoot"];

export type ChatVisitor = {
  id: string;
  attributes: { email: string; name: string; identifier_hash: string };
};

type Chat = {
  hasLoaded?: boolean;
  setUser: (id: string, attributes: ChatVisitor["attributes"]) => void;
  reset: () => void;
  toggleBubbleVisibility: (visibility: "show" | "hide") => void;
};

declare global {
  interface Window {
    chatwootSettings?: { darkMode: "dark"; hideMessageBubble: boolean };
    chatwootSDK?: { run: (options: { websiteToken: string; baseUrl: string }) => void };
    $chatwoot?: Chat;
  }
}

const READY_EVENT = "chatwoot:ready";
const BUBBLE_HOLDER = ".woot--bubble-holder";

let loading: Promise<void> | null = null;

/** Whether the site has a chat at all. */
export function hasChat({ domain, token }: ChatConfig): boolean {
  return domain !== "" && token !== "";
}

/** The provider's address; the setting may come with or without its protocol. */
export function chatBaseUrl(domain: string): string {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return url.replace(/\/+$/, "");
}

/** Fetches the provider's script and runs it, once for as long as the document lives. */
export function loadChat(config: ChatConfig): Promise<void> {
  loading ??= injectScript(`${chatBaseUrl(config.domain)}/packs/js/sdk.js`).then(() => {
    // Hidden at first: whoever it is for may have left before it is ready.
    window.chatwootSettings = { darkMode: "dark", hideMessageBubble: true };
    window.chatwootSDK?.run({ websiteToken: config.token, baseUrl: chatBaseUrl(config.domain) });
  });
  return loading;
}

/** Shows the bubble and says who is asking, as soon as the chat is ready; returns what takes that back. */
export function openChat(visitor: ChatVisitor): () => void {
  function identify() {
    window.$chatwoot?.toggleBubbleVisibility("show");
    showBubbleHolder(true);
    window.$chatwoot?.setUser(visitor.id, visitor.attributes);
  }

  // A reset chat starts again and says that it is ready once more.
  window.addEventListener(READY_EVENT, identify);
  if (window.$chatwoot?.hasLoaded) identify();
  return () => {
    window.removeEventListener(READY_EVENT, identify);
    closeChat();
  };
}

function closeChat(): void {
  const chat = window.$chatwoot;
  if (!chat) return;
  chat.reset();
  chat.toggleBubbleVisibility("hide");
  showBubbleHolder(false);
}

function showBubbleHolder(isShown: boolean): void {
  const holder = document.querySelector<HTMLElement>(BUBBLE_HOLDER);
  if (holder) holder.hidden = !isShown;
}

function injectScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`The support chat could not be loaded: ${url}`)));
    document.head.append(script);
  });
}
