import { i18n } from "@lingui/core";
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
  toggle: (state: "open") => void;
  user?: unknown;
  identifier?: unknown;
};

declare global {
  interface Window {
    chatwootSettings?: { darkMode: "dark"; locale: string };
    chatwootSDK?: { run: (options: { websiteToken: string; baseUrl: string }) => void };
    $chatwoot?: Chat;
  }
}

const READY_EVENT = "chatwoot:ready";
const ERROR_EVENT = "chatwoot:error";
const MESSAGE_PREFIX = "chatwoot-widget:";
const FRAME_ID = "chatwoot_live_chat_widget";
/** The bubble, and the window that it opens. */
const HOLDERS = ".woot--bubble-holder, .woot-widget-holder";
const CLOSE_BUTTON = ".woot--close";

let loading: Promise<void> | null = null;
/** The client that the chat is open for. */
let visitor: ChatVisitor | null = null;
/** Whether the provider's iframe is ready. Before that there is no bubble to show or hide. */
let isReady = false;
/** The client that the iframe was identified with. */
let identifiedId: string | null = null;
/** Whether the window is to be opened as soon as there is one. */
let opensWindow = false;
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

/** Loads the provider's script, once per document. */
export function loadChat({ domain }: ChatConfig): Promise<void> {
  loading ??= injectScript(`${chatBaseUrl(domain)}/packs/js/sdk.js`).catch((error) => {
    // The next visit of the area tries again.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Shows the bubble and identifies the client, once the chat is ready; returns a function that resets and
 * hides it.
 */
export function openChat(config: ChatConfig, client: ChatVisitor, { isOpen = false } = {}): () => void {
  visitor = client;
  opensWindow = isOpen;
  if (window.$chatwoot) wakeFrame();
  else runChat(config);
  update();
  return closeChat;
}

/** Runs the provider's script, whose frame loads immediately: only once a client is known. */
function runChat({ domain, token }: ChatConfig): void {
  const baseUrl = chatBaseUrl(domain);
  window.chatwootSettings = { darkMode: "dark", locale: i18n.locale.replace("-", "_") };
  window.addEventListener(ERROR_EVENT, noticeError);
  window.addEventListener(READY_EVENT, becomeReady);
  window.chatwootSDK?.run({ websiteToken: token, baseUrl });
  // After the provider's own listener, so that the bubble exists. Its event is not enough: after a reset
  // the iframe reloads without one.
  window.addEventListener("message", ({ origin, source, data }) => {
    const isOurs = origin === new URL(baseUrl).origin && source === chatFrame()?.contentWindow;
    if (isOurs && isLoaded(data)) becomeReady();
  });
}

/** Resets and hides the chat, whether it is ready or still loading. */
function closeChat(): void {
  visitor = null;
  opensWindow = false;
  const chat = window.$chatwoot;
  if (!chat) return;
  // Hidden first: a reset closes the window, and would move the focus to a bubble that is visible.
  showBubble(chat, false);
  isReady = false;
  identifiedId = null;
  renewFrame();
  attempt(() => chat.reset());
  // The provider would identify the previous client in the new iframe.
  delete chat.user;
  delete chat.identifier;
}

function becomeReady(): void {
  // The first frame says so by an event and by a message, of which one may be about a frame that is gone.
  if (isReady) return;
  isReady = true;
  // A new bubble is visible whatever the last one was.
  isShown = null;
  nameParts();
  update();
}

/** The provider refused the identity: the client would chat as nobody. */
function noticeError(event: Event): void {
  identifiedId = null;
  console.warn("The support chat refused the client", event instanceof CustomEvent ? event.detail : "");
}

function chatFrame(): HTMLIFrameElement | null {
  const frame = document.getElementById(FRAME_ID);
  return frame instanceof HTMLIFrameElement ? frame : null;
}

/** What a screen reader says; the provider leaves it out. */
function nameParts(): void {
  const frame = chatFrame();
  if (frame) frame.title = i18n._("Support chat");
  for (const button of document.querySelectorAll(CLOSE_BUTTON)) {
    button.setAttribute("aria-label", i18n._("Close chat window"));
  }
}

/** Moves a provider that is ready to the wanted state. */
function update(): void {
  const chat = window.$chatwoot;
  if (!isReady || !chat) return;
  showBubble(chat, visitor !== null);
  if (!visitor || identifiedId === visitor.id) return;
  const { id, attributes } = visitor;
  identifiedId = id;
  attempt(() => chat.setUser(id, attributes));
  if (opensWindow) attempt(() => chat.toggle("open"));
  opensWindow = false;
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

/**
 * Navigating an iframe adds a history entry, which Back would undo; a new iframe does not. Hidden and lazy, it
 * loads nothing until somebody is there for it: the provider neither runs outside the area nor learns where
 * one goes.
 */
function renewFrame(): void {
  const frame = chatFrame();
  const next = frame?.cloneNode();
  if (!frame || !(next instanceof HTMLIFrameElement)) return;
  next.removeAttribute("src");
  next.loading = "lazy";
  frame.replaceWith(next);
}

function wakeFrame(): void {
  const frame = chatFrame();
  if (frame) frame.loading = "eager";
}

function showBubble(chat: Chat, next: boolean): void {
  if (isShown === next) return;
  isShown = next;
  // The first frame brings the bubble.
  if (isReady) attempt(() => chat.toggleBubbleVisibility(next ? "show" : "hide"));
  for (const holder of document.querySelectorAll<HTMLElement>(HOLDERS)) {
    // Above what the provider's styles say.
    if (next) holder.style.removeProperty("display");
    else holder.style.setProperty("display", "none", "important");
  }
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
