import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { bubbleHolder, calls, chatFrame, widgetHolder } from "@/testing/chat-provider";
import {
  CLOSED,
  finishScript,
  IDENTIFIED,
  loadFrame,
  RUN,
  renderChat,
  renderOpenChat,
  scripts,
  setUpChatDocument,
} from "@/testing/render-chat";

setUpChatDocument();

test("a script that arrives after the client has left does not run before somebody is there", async () => {
  const user = await renderChat("/personal/orders");
  await waitFor(() => expect(scripts()).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Earn" }));
  await finishScript();
  expect(calls).toEqual([]);

  await user.click(screen.getByRole("link", { name: "Orders" }));
  await waitFor(() => expect(calls).toEqual([RUN]));
  loadFrame();
  await waitFor(() => expect(calls).toEqual([RUN, ...IDENTIFIED]));
});

test("whoever leaves before the frame has loaded leaves one that loads nothing, and is identified on coming back", async () => {
  const user = await renderChat("/personal/orders");
  await finishScript();
  await waitFor(() => expect(calls).toEqual([RUN]));
  const first = chatFrame();

  await user.click(screen.getByRole("link", { name: "Earn" }));
  await waitFor(() => expect(calls).toEqual([RUN, "reset"]));
  expect(chatFrame()).not.toBe(first);
  expect(chatFrame()?.loading).toBe("lazy");
  expect(widgetHolder()).not.toBeVisible();

  await user.click(screen.getByRole("link", { name: "Orders" }));
  await waitFor(() => expect(chatFrame()?.loading).toBe("eager"));
  loadFrame({ frame: first });
  expect(calls).toEqual([RUN, "reset"]);
  loadFrame();
  await waitFor(() => expect(calls).toEqual([RUN, "reset", ...IDENTIFIED]));
  expect(bubbleHolder()).toBeVisible();
  expect(widgetHolder()).toBeVisible();
});

test("where hidden frames load all the same, the bubble of one outside the area is hidden", async () => {
  const user = await renderOpenChat();
  await user.click(screen.getByRole("link", { name: "Earn" }));
  await waitFor(() => expect(calls).toEqual(CLOSED));

  loadFrame();

  expect(calls).toEqual([...CLOSED, "hide"]);
  expect(bubbleHolder()).not.toBeVisible();
});

test("it is reset before the address changes, and opened again where the way leads back", async () => {
  const navigation = new EventTarget();
  vi.stubGlobal("navigation", navigation);
  onTestFinished(() => void vi.unstubAllGlobals());
  const announce = (path: string, sameDocument = true) => {
    const destination = { url: `https://exchange.example${path}`, sameDocument };
    act(() => void navigation.dispatchEvent(Object.assign(new Event("navigate"), { destination })));
  };
  await renderOpenChat();

  announce("/personal/assets");
  announce("/statement.csv", false);
  expect(calls).toEqual([]);
  announce("/login");
  expect(calls).toEqual(CLOSED);

  announce("/personal/dashboard");
  await waitFor(() => expect(chatFrame()?.loading).toBe("eager"));
  loadFrame();
  await waitFor(() => expect(calls).toEqual([...CLOSED, ...IDENTIFIED]));
});

test("a refused identity is said in the console, and tried again on coming back", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const user = await renderOpenChat();

  act(() => void window.dispatchEvent(new CustomEvent("chatwoot:error", { detail: "HMAC failed" })));

  expect(warned).toHaveBeenCalledExactlyOnceWith("The support chat refused the client", "HMAC failed");
  await user.click(screen.getByRole("link", { name: "Earn" }));
  await waitFor(() => expect(calls).toEqual(CLOSED));
  await user.click(screen.getByRole("link", { name: "Orders" }));
  loadFrame();
  await waitFor(() => expect(calls).toEqual([...CLOSED, ...IDENTIFIED]));
});

test("a client is identified once, however often the frame says that it has loaded", async () => {
  await renderOpenChat();

  loadFrame();
  loadFrame({ origin: "https://evil.example" });
  loadFrame({ frame: null });

  expect(calls.filter((call) => call.startsWith("setUser"))).toEqual([]);
});

test("whatever the provider stumbles over stays its own trouble", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const user = await renderOpenChat();
  bubbleHolder()?.remove();

  await user.click(screen.getByRole("link", { name: "Earn" }));

  await waitFor(() => expect(calls).toEqual(["reset"]));
  expect(warned).toHaveBeenCalledExactlyOnceWith("The support chat failed", expect.any(TypeError));
  expect(screen.getByRole("link", { name: "Orders" })).toBeVisible();
});
