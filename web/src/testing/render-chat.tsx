import { Link } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, vi } from "vitest";
import type { ChatConfig } from "@/features/support-chat/chatwoot";
import { aClient } from "./builders";
import { calls, chatFrame, standInForProvider } from "./chat-provider";
import { serve } from "./fake-server";

export const CHAT = { domain: "chat.example", token: "website-token", secret: "", pages: "all" as const };
const CLIENT = aClient({ chat_identifier_hash: "ready-made" });

/** What the provider is asked for when it starts, when it is ready, and when the client leaves. */
export const RUN = "run website-token https://chat.example";
export const IDENTIFIED = ["show", `setUser ${CLIENT.id} ada@example.com ada@example.com ready-made`];
export const CLOSED = ["hide", "reset"];

export const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src]")];

export const session = () => import("@/session/session");

/** Each test is a new document, in which a client is signed in and nothing has been loaded. */
export function setUpChatDocument() {
  beforeEach(async () => {
    // The script is injected once per document.
    vi.resetModules();
    vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    (await session()).startSession("secret");
    serve("get", "/bff/auth/user", { client: CLIENT, transactions: [] });
    standInForProvider();
    // Listeners are removed with their document.
    const listen = window.addEventListener.bind(window);
    vi.spyOn(window, "addEventListener").mockImplementation((name: string, listener, options) => {
      if (name === "message" || name.startsWith("chatwoot:")) {
        onTestFinished(() => window.removeEventListener(name, listener));
      }
      listen(name, listener, options);
    });
  });

  afterEach(async () => {
    const { clearSession } = await session();
    act(clearSession);
    window.history.replaceState(null, "", "/");
    const holders = document.querySelectorAll(".woot--bubble-holder, .woot-widget-holder");
    for (const element of [...scripts(), ...holders]) element.remove();
  });
}

/** Ends the loading of the newest script. */
export async function finishScript(outcome: "load" | "error" = "load") {
  const script = await waitFor(() => scripts().at(-1) ?? expect.fail("no script yet"));
  await act(async () => void script.dispatchEvent(new Event(outcome)));
}

export function loadFrame({ origin = "https://chat.example", frame = chatFrame() } = {}) {
  const data = 'chatwoot-widget:{"event":"loaded"}';
  const source = frame?.contentWindow ?? null;
  act(() => void window.dispatchEvent(new MessageEvent("message", { origin, source, data })));
}

/** A page of the area with links within and out of it. */
export async function renderChat(at: string, chatwoot: ChatConfig = CHAT, servedAt = at) {
  window.history.replaceState(null, "", servedAt);
  const [{ SupportChat }, { renderPage }] = await Promise.all([
    import("@/features/support-chat/support-chat"),
    import("./render-page"),
  ]);
  const page = (
    <main>
      <Link to="/personal/orders">Orders</Link>
      <Link to="/earn">Earn</Link>
      <SupportChat />
    </main>
  );
  const user = renderPage(page, { at, site: { chatwoot } });
  await screen.findByRole("link", { name: "Orders" });
  return user;
}

/** A page with the chat ready for the client. */
export async function renderOpenChat(at = "/personal/orders") {
  const user = await renderChat(at);
  await finishScript();
  loadFrame();
  await waitFor(() => expect(calls).toEqual([RUN, ...IDENTIFIED]));
  calls.length = 0;
  return user;
}
