import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { bubbleHolder, calls, chatFrame, widgetHolder } from "@/testing/chat-provider";
import {
  CHAT,
  CLOSED,
  finishScript,
  IDENTIFIED,
  loadFrame,
  RUN,
  renderChat,
  renderOpenChat,
  scripts,
  session,
  setUpChatDocument,
} from "@/testing/render-chat";

setUpChatDocument();

test("in the personal area the chat is loaded, shown and identifies the client", async () => {
  await renderChat("/personal/orders");
  await finishScript();
  expect(scripts().map(({ src }) => src)).toEqual(["https://chat.example/packs/js/sdk.js"]);
  await waitFor(() => expect(calls).toEqual([RUN]));
  expect(window.chatwootSettings).toEqual({ darkMode: "dark", locale: "en" });

  loadFrame();

  await waitFor(() => expect(calls.slice(1)).toEqual(IDENTIFIED));
  expect(chatFrame()?.title).toBe("Support chat");
  expect(screen.getByRole("button", { name: "Close chat window" })).toBeVisible();
});

test("a link to the chat opens its window, once the client is known to it", async () => {
  await renderChat("/personal/contact?chat=open");
  await finishScript();
  loadFrame();

  await waitFor(() => expect(calls.slice(1)).toEqual([...IDENTIFIED, "open"]));
});

test("leaving the area resets and hides it with its bubble holder; coming back shows it without a new script", async () => {
  const user = await renderOpenChat();

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
  await renderOpenChat();

  const { clearSession } = await session();
  act(clearSession);

  await waitFor(() => expect(calls).toEqual(CLOSED));
  expect(bubbleHolder()).not.toBeVisible();
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

test("a script that does not load leaves the page alone, and is tried again on coming back", async () => {
  const user = await renderChat("/personal/orders");

  await finishScript("error");
  expect(calls).toEqual([]);

  await user.click(screen.getByRole("link", { name: "Earn" }));
  await user.click(screen.getByRole("link", { name: "Orders" }));
  await waitFor(() => expect(scripts()).toHaveLength(2));
  await finishScript();
  await waitFor(() => expect(calls).toEqual([RUN]));
});
