import { Link } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aClient } from "@/testing/builders";
import { bubbleHolder, calls, chatFrame, standInForProvider, widgetHolder } from "@/testing/chat-provider";
import { serve } from "@/testing/fake-server";
import type { ChatConfig } from "./chatwoot";

const CHAT = { domain: "chat.example", token: "website-token", secret: "", pages: "all" as const };
const CLIENT = aClient({ chat_identifier_hash: "ready-made" });

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src]")];

async function finishScript(outcome: "load" | "error" = "load") {
  const script = await waitFor(() => scripts()[0] ?? expect.fail("no script yet"));
  await act(async () => void script.dispatchEvent(new Event(outcome)));
}

function loadFrame({ origin = "https://chat.example", frame = chatFrame() } = {}) {
  const data = 'chatwoot-widget:{"event":"loaded"}';
  const source = frame?.contentWindow ?? null;
  act(() => void window.dispatchEvent(new MessageEvent("message", { origin, source, data })));
}

async function renderChat(at: string, chatwoot: ChatConfig = CHAT, servedAt = at) {
  window.history.replaceState(null, "", servedAt);
  const [{ SupportChat }, { renderPage }] = await Promise.all([
    import("./support-chat"),
    import("@/testing/render-page"),
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

const session = () => import("@/session/session");

beforeEach(async () => {
  // The script is injected once per document, and each test is a new document.
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
  (await session()).clearSession();
  window.history.replaceState(null, "", "/");
  for (const element of [
    ...scripts(),
    ...document.querySelectorAll(".woot--bubble-holder, .woot-widget-holder"),
  ])
    element.remove();
});

const IDENTIFIED = ["show", `setUser ${CLIENT.id} ada@example.com ada@example.com ready-made`];
const CLOSED = ["reset", "hide"];

async function openChat(at = "/personal/orders") {
  const user = await renderChat(at);
  await finishScript();
  loadFrame();
  await waitFor(() => expect(calls.slice(1)).toEqual(IDENTIFIED));
  calls.length = 0;
  return user;
}

test("in the personal area the chat is loaded, shown and identifies the client", async () => {
  await renderChat("/personal/orders");
  await finishScript();
  expect(scripts().map(({ src }) => src)).toEqual(["https://chat.example/packs/js/sdk.js"]);
  expect(calls).toEqual(["run website-token https://chat.example"]);
  expect(window.chatwootSettings).toEqual({ darkMode: "dark", locale: "en" });

  loadFrame();

  await waitFor(() => expect(calls.slice(1)).toEqual(IDENTIFIED));
  expect(chatFrame()?.title).toBe("Support chat");
});

test("a link to the chat opens its window, once the client is known to it", async () => {
  await renderChat("/personal/contact?chat=open");
  await finishScript();
  loadFrame();

  await waitFor(() => expect(calls.slice(1)).toEqual([...IDENTIFIED, "open"]));
});

test("leaving the area resets and hides it with its bubble holder; coming back shows it without a new script", async () => {
  const user = await openChat();

  await user.click(screen.getByRole("link", { name: "Earn" }));
  await waitFor(() => expect(calls).toEqual(CLOSED));
  expect(bubbleHolder()).not.toBeVisible();
  expect(widgetHolder()).not.toBeVisible();
  // Hidden and lazy, it loads nothing.
  expect(chatFrame()?.loading).toBe("lazy");

  await user.click(screen.getByRole("link", { name: "Orders" }));
  expect(calls).toEqual(CLOSED);
  await waitFor(() => expect(chatFrame()?.loading).toBe("eager"));
  loadFrame();
  await waitFor(() => expect(calls).toEqual([...CLOSED, ...IDENTIFIED]));
  expect(bubbleHolder()).toBeVisible();
  expect(widgetHolder()).toBeVisible();
  expect(scripts()).toHaveLength(1);
});

test("signing out resets and hides it", async () => {
  await openChat();

  const { clearSession } = await session();
  act(clearSession);

  await waitFor(() => expect(calls).toEqual(CLOSED));
  expect(bubbleHolder()).not.toBeVisible();
});

test("whoever leaves before its frame has loaded never sees it, and sees it on coming back", async () => {
  const user = await renderChat("/personal/orders");
  await finishScript();
  await user.click(screen.getByRole("link", { name: "Earn" }));
  expect(calls).toEqual(["run website-token https://chat.example"]);
  calls.length = 0;

  loadFrame();
  expect(calls).toEqual(CLOSED);
  expect(bubbleHolder()).not.toBeVisible();

  await user.click(screen.getByRole("link", { name: "Orders" }));
  loadFrame();
  await waitFor(() => expect(calls.slice(-2)).toEqual(IDENTIFIED));
  expect(bubbleHolder()).toBeVisible();
});

test("whoever comes back before the first frame has loaded is identified once, in the new frame", async () => {
  const user = await renderChat("/personal/orders");
  await finishScript();
  await user.click(screen.getByRole("link", { name: "Earn" }));
  await user.click(screen.getByRole("link", { name: "Orders" }));
  calls.length = 0;

  loadFrame();
  expect(calls).toEqual(CLOSED);
  loadFrame();

  await waitFor(() => expect(calls).toEqual([...CLOSED, ...IDENTIFIED]));
});

test("a refused identity is said in the console, and tried again on coming back", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await openChat();

  act(() => void window.dispatchEvent(new CustomEvent("chatwoot:error", { detail: "HMAC failed" })));

  expect(warned).toHaveBeenCalledExactlyOnceWith("The support chat refused the client", "HMAC failed");
});

test("a client is identified once, however often the frame says that it has loaded", async () => {
  await openChat();

  loadFrame();
  loadFrame({ origin: "https://evil.example" });
  loadFrame({ frame: null });

  expect(calls.filter((call) => call.startsWith("setUser"))).toEqual([]);
});

test("whatever the provider stumbles over stays its own trouble", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const user = await openChat();
  bubbleHolder()?.remove();

  await user.click(screen.getByRole("link", { name: "Earn" }));

  await waitFor(() => expect(calls).toEqual(["reset"]));
  expect(warned).toHaveBeenCalledExactlyOnceWith("The support chat failed", expect.any(TypeError));
  expect(screen.getByRole("link", { name: "Orders" })).toBeVisible();
});

test.each([
  ["outside the personal area", "/earn", CHAT],
  ["where a path only begins alike", "/personality", CHAT],
  ["on a site without a chat", "/personal/orders", { ...CHAT, domain: "", token: "" }],
  [
    "where the site keeps the chat from secrets",
    "/personal/settings",
    { ...CHAT, pages: "without_secrets" as const },
  ],
])("no script is fetched %s", async (_where, at, chatwoot) => {
  await renderChat(at, chatwoot);

  expect(scripts()).toEqual([]);
});

test("a page that is about to be loaded anew leaves the chat to its own document", async () => {
  await renderChat("/personal/orders", CHAT, "/earn");

  expect(scripts()).toEqual([]);
});

test("visitors get no chat", async () => {
  (await session()).clearSession();

  await renderChat("/personal/orders");

  expect(scripts()).toEqual([]);
});

test("a script that does not load leaves the page alone", async () => {
  await renderChat("/personal/orders");

  await finishScript("error");

  expect(calls).toEqual([]);
  expect(screen.getByRole("link", { name: "Orders" })).toBeVisible();
});
