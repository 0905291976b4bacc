import { Link } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aClient } from "@/testing/builders";
import { serve } from "@/testing/fake-server";

const CHAT = { domain: "chat.example", token: "website-token", secret: "" };
const CLIENT = aClient({ chat_identifier_hash: "ready-made" });

const calls: string[] = [];

/**
 * A fake of the provider's script: it has a bubble holder once its iframe has loaded, and emits ready only
 * once.
 */
function standInForProvider() {
  let hasBeenReset = false;
  const holder = () => bubbleHolder() as HTMLElement;
  window.chatwootSDK = {
    run: ({ websiteToken, baseUrl }) => {
      calls.push(`run ${websiteToken} ${baseUrl}`);
      window.$chatwoot = {
        setUser: (id, { email, name, identifier_hash }) =>
          calls.push(["setUser", id, email, name, identifier_hash].join(" ")),
        reset: () => {
          hasBeenReset = true;
          calls.push("reset");
        },
        toggleBubbleVisibility: (visibility) => {
          holder().classList.toggle("woot-hidden", visibility === "hide");
          calls.push(visibility);
        },
      };
      window.onmessage = ({ data }) => {
        if (!String(data).includes('"loaded"')) return;
        if (!holder())
          document.body.insertAdjacentHTML("beforeend", '<div class="woot--bubble-holder"></div>');
        if (!hasBeenReset) window.dispatchEvent(new Event("chatwoot:ready"));
      };
    },
  };
}

const bubbleHolder = () => document.querySelector(".woot--bubble-holder");
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src]")];

async function finishScript(outcome: "load" | "error" = "load") {
  const script = await waitFor(() => scripts()[0] ?? expect.fail("no script yet"));
  await act(async () => void script.dispatchEvent(new Event(outcome)));
}

function loadFrame(origin = "https://chat.example") {
  const data = 'chatwoot-widget:{"event":"loaded"}';
  act(() => void window.dispatchEvent(new MessageEvent("message", { origin, data })));
}

async function renderChat(at: string, chatwoot = CHAT) {
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
  calls.length = 0;
  serve("get", "/bff/auth/user", { client: CLIENT, transactions: [] });
  standInForProvider();
  // Listeners are removed with their document.
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation((name: string, listener, options) => {
    if (name === "message" || name === "chatwoot:ready") {
      onTestFinished(() => window.removeEventListener(name, listener));
    }
    listen(name, listener, options);
  });
});

afterEach(async () => {
  (await session()).clearSession();
  for (const element of [...scripts(), ...document.querySelectorAll(".woot--bubble-holder")])
    element.remove();
  delete window.$chatwoot;
  delete window.chatwootSDK;
  window.onmessage = null;
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
  expect(window.chatwootSettings).toEqual({ darkMode: "dark" });

  loadFrame();

  await waitFor(() => expect(calls.slice(1)).toEqual(IDENTIFIED));
});

test("leaving the area resets and hides it with its bubble holder; coming back shows it without a new script", async () => {
  const user = await openChat();

  await user.click(screen.getByRole("link", { name: "Earn" }));
  await waitFor(() => expect(calls).toEqual(CLOSED));
  expect(bubbleHolder()).not.toBeVisible();

  await user.click(screen.getByRole("link", { name: "Orders" }));
  expect(calls).toEqual(CLOSED);
  loadFrame();
  await waitFor(() => expect(calls).toEqual([...CLOSED, ...IDENTIFIED]));
  expect(bubbleHolder()).toBeVisible();
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

test("a client is identified once, however often the frame says that it has loaded", async () => {
  await openChat();

  loadFrame();
  loadFrame("https://evil.example");

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
  ["on a site without a chat", "/personal/orders", { domain: "", token: "", secret: "" }],
])("no script is fetched %s", async (_where, at, chatwoot) => {
  await renderChat(at, chatwoot);

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
