import type { Client } from "@/session/client";
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
/** The client that the chat is open for. */
let visitor: ChatVisitor | null = null;
/** Whether the provider's iframe is ready. Before that there is no bubble to show or hide. */
let isReady = false;
/** The client that the iframe was identified with. */
let identifiedId: string | null = null;
let needsReset = false;
let isShown: boolean | null = null;

/** Whether the site has a chat configured. */
export function hasChat({ domain, token }: ChatConfig): boolean {
  return domain !== "" && token !== "";
}

/** The provider's base URL; the setting may omit the protocol. */
export function chatBaseUrl(domain: string): string {
  const url = /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
  return url.replace(/\/+$/, "");
}

/** Loads and runs the provider's script, once per document. */
export function loadChat(config: ChatConfig): Promise<void> {
  const baseUrl = chatBaseUrl(config.domain);
  loading ??= injectScript(`${baseUrl}/packs/js/sdk.js`).then(() => {
    // Not `hideMessageBubble`: with it some versions never create a bubble.
    window.chatwootSettings = { darkMode: "dark" };
    window.addEventListener(READY_EVENT, becomeReady);
    window.chatwootSDK?.run({ websiteToken: config.token, baseUrl });
    // After the provider's own listener, so that the bubble exists. Its event is not enough: after a reset
    // the iframe reloads without one.
    window.addEventListener("message", ({ origin, data }) => {
      if (origin === new URL(baseUrl).origin && isLoaded(data)) becomeReady();
    });
  });
  return loading;
}

/**
 * Shows the bubble and identifies the client, once the chat is ready; returns a function that resets and
 * hides it.
 */
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

/**
 * Moves the provider to the wanted state, one step at a time: each reset ends with a reload of the iframe.
 */
function update(): void {
  const chat = window.$chatwoot;
  if (!isReady || !chat) return;
  if (needsReset) {
    needsReset = false;
    isReady = false;
    identifiedId = null;
    renewFrame();
    attempt(() => chat.reset());
    // The provider would identify the previous client in the new iframe.
    delete chat.user;
    delete chat.identifier;
  }
  showBubble(chat, visitor !== null && isReady);
  if (!visitor || !isReady || identifiedId === visitor.id) return;
  const { id, attributes } = visitor;
  identifiedId = id;
  attempt(() => chat.setUser(id, attributes));
}

/** Errors of the provider's script must not break the page. */
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

/** Navigating an iframe adds a history entry, which Back would undo; a new iframe does not. */
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

/** The identity for the chat: the name, else the e-mail address. */
export async function chatVisitor(client: Client, { secret }: ChatConfig): Promise<ChatVisitor> {
  const { first_name, last_name } = client.personal_info;
  const name = [first_name, last_name].filter(Boolean).join(" ") || client.email;
  // The secret is only sent for sites that chose so; others get the hash from the server.
  const identifier_hash = secret ? await signId(client.id, secret) : client.chat_identifier_hash;
  return { id: client.id, attributes: { email: client.email, name, identifier_hash } };
}

/** HMAC-SHA-256 in hexadecimal. */
export async function signId(id: string, secret: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, text.encode(id));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
