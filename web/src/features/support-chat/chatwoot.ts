import type { SiteConfig } from "@/session/site";

export type ChatConfig = SiteConfig["chatwoot"];

export type ChatVisitor = {
  id: string;
  attributes: { email: string; name: string; identifier_hash: string };
};

type Chat = {
  setUser: (id: string, attributes: ChatVisitor["attributes"]) => void;
  reset: () => void;
  toggleBubbleVisibility: (visibility: "show" | "hide") => void;
  user?: unknown;
  identifier?: unknown;
};

declare global {
  interface Window {
    chatwootSettings?: { darkMode: "dark" };
    chatwootSDK?: { run: (options: { websiteToken: string; baseUrl: string }) => void };
    $chatwoot?: Chat;
  }
}

const READY_EVENT = "chatwoot:ready";
const MESSAGE_PREFIX = "chatwoot-widget:";
const FRAME_ID = "chatwoot_live_chat_widget";
const BUBBLE_HOLDER = ".woot--bubble-holder";

let loading: Promise<void> | null = null;
/** Who the chat is open for. */
let visitor: ChatVisitor | null = null;
/** Whether the provider's frame listens. Until then the provider has no bubble to show or hide. */
let isReady = false;
/** Whom the frame knows about. */
let identifiedId: string | null = null;
let needsReset = false;
let isShown: boolean | null = null;

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
  const baseUrl = chatBaseUrl(config.domain);
  loading ??= injectScript(`${baseUrl}/packs/js/sdk.js`).then(() => {
    // Not `hideMessageBubble`: with it some versions never make a bubble.
    window.chatwootSettings = { darkMode: "dark" };
    window.addEventListener(READY_EVENT, becomeReady);
    window.chatwootSDK?.run({ websiteToken: config.token, baseUrl });
    // After the provider's own listener, so that the bubble is there. The event alone does not do: after a reset
    // the frame loads again, and the provider dispatches none.
    window.addEventListener("message", ({ origin, data }) => {
      if (origin === new URL(baseUrl).origin && isLoaded(data)) becomeReady();
    });
  });
  return loading;
}

/** Shows the bubble and identifies the client, as soon as the chat is ready; returns what resets and hides it. */
export function openChat(client: ChatVisitor): () => void {
  visitor = client;
  update();
  return () => {
    visitor = null;
    needsReset = true;
    update();
  };
}

function becomeReady(): void {
  isReady = true;
  update();
}

/** Brings the provider to where it should be, one step at a time: each reset ends with the frame loading again. */
function update(): void {
  const chat = window.$chatwoot;
  if (!isReady || !chat) return;
  if (needsReset) {
    needsReset = false;
    isReady = false;
    identifiedId = null;
    renewFrame();
    attempt(() => chat.reset());
    // The provider would introduce the last client to the new frame.
    delete chat.user;
    delete chat.identifier;
  }
  showBubble(chat, visitor !== null && isReady);
  if (!visitor || !isReady || identifiedId === visitor.id) return;
  const { id, attributes } = visitor;
  identifiedId = id;
  attempt(() => chat.setUser(id, attributes));
}

/** Whatever the provider's script stumbles over, pages work without it. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    console.warn("The support chat failed", error);
  }
}

function isLoaded(data: unknown): boolean {
  if (typeof data !== "string" || !data.startsWith(MESSAGE_PREFIX)) return false;
  try {
    return JSON.parse(data.slice(MESSAGE_PREFIX.length)).event === "loaded";
  } catch {
    return false;
  }
}

/** A frame that is sent elsewhere adds a step to the browser's history, which Back would then undo; a new one does not. */
function renewFrame(): void {
  const frame = document.getElementById(FRAME_ID);
  const next = frame?.cloneNode();
  if (!frame || !(next instanceof HTMLElement)) return;
  next.removeAttribute("src");
  frame.replaceWith(next);
}

function showBubble(chat: Chat, next: boolean): void {
  if (isShown === next) return;
  isShown = next;
  attempt(() => chat.toggleBubbleVisibility(next ? "show" : "hide"));
  const holder = document.querySelector<HTMLElement>(BUBBLE_HOLDER);
  if (holder) holder.hidden = !next;
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
