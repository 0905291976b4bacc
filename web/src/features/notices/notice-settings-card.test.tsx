import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import type { NoticeSettings } from "./api";
import { NoticeSettingsCard } from "./notice-settings-card";
import { KINDS } from "./notice-text";

const ENDPOINT = "https://push.example.com/1";
const KEYS = { p256dh: "key", auth: "secret" };
const settings = (push = false) =>
  Object.fromEntries(KINDS.map((kind) => [kind, { in_app: true, email: true, push }])) as NoticeSettings;

function serveSettings(push = false) {
  const state = { settings: settings(push) };
  serve("get", "/v1/client/notice-settings", () => state.settings);
  const changes = serve("patch", "/v1/client/notice-settings", async ({ request }) => {
    for (const [kind, change] of Object.entries((await request.json()) as Partial<NoticeSettings>)) {
      const known = state.settings[kind as keyof NoticeSettings];
      state.settings = { ...state.settings, [kind]: { ...known, ...change } };
    }
    return state.settings;
  });
  return changes;
}

function stubPush(permission: NotificationPermission, serverKey = [0, 0, 0]) {
  const unsubscribe = vi.fn(async () => true);
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: Uint8Array.from(serverKey).buffer },
    unsubscribe,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
  };
  const renewed = { ...subscription, toJSON: () => ({ endpoint: `${ENDPOINT}/new`, keys: KEYS }) };
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => renewed };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default", requestPermission: async () => permission });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  return unsubscribe;
}

beforeEach(() => void serve("get", "/v1/push", { enabled: true, public_key: "AAAA" }));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("each kind is switched by itself; emails that are always sent cannot be", async () => {
  const changes = serveSettings();
  const user = renderPage(<NoticeSettingsCard />);

  await user.click(await screen.findByRole("switch", { name: "In the list: Filled orders" }));

  await expect.poll(() => changes.length).toBe(1);
  expect(await changes[0]?.json()).toEqual({ fill: { in_app: false } });
  expect(screen.getByRole("switch", { name: "Email: Security" })).toBeDisabled();
  expect(screen.getByText(/Security emails are always sent/)).toBeVisible();
  expect(screen.getByRole("switch", { name: "Email: Price alerts" })).toBeEnabled();
  expect(screen.getByRole("switch", { name: "Email: Deposits" })).toBeEnabled();
});

test("push asks for the permission and subscribes this browser", async () => {
  stubPush("granted");
  const changes = serveSettings();
  const subscriptions = serve("post", "/v1/push/subscriptions", null, 204);
  const user = renderPage(<NoticeSettingsCard />);

  const push = await screen.findByRole("switch", { name: "Push: Price alerts" });
  await expect.poll(() => push.hasAttribute("disabled")).toBe(false);
  await user.click(push);

  await expect.poll(() => changes.length).toBe(1);
  expect(await changes[0]?.json()).toEqual({ price_alert: { push: true } });
  expect(await subscriptions[0]?.json()).toEqual({ endpoint: ENDPOINT, keys: KEYS });
});

test("a subscription made with another key of the server is replaced", async () => {
  const unsubscribe = stubPush("granted", [1, 2, 3]);
  const changes = serveSettings();
  const subscriptions = serve("post", "/v1/push/subscriptions", null, 204);
  const user = renderPage(<NoticeSettingsCard />);

  const push = await screen.findByRole("switch", { name: "Push: Price alerts" });
  await expect.poll(() => push.hasAttribute("disabled")).toBe(false);
  await user.click(push);

  await expect.poll(() => changes.length).toBe(1);
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(await subscriptions[0]?.json()).toEqual({ endpoint: `${ENDPOINT}/new`, keys: KEYS });
});

test("a refused permission changes nothing and says what to do", async () => {
  stubPush("denied");
  const changes = serveSettings();
  const user = renderPage(<NoticeSettingsCard />);

  const push = await screen.findByRole("switch", { name: "Push: Price alerts" });
  await expect.poll(() => push.hasAttribute("disabled")).toBe(false);
  await user.click(push);

  expect(await screen.findByText(/Push notifications are blocked/)).toBeVisible();
  expect(push).not.toBeChecked();
  expect(changes).toHaveLength(0);
});

test("without push at the exchange the switches are off limits, and that is said", async () => {
  stubPush("granted");
  serve("get", "/v1/push", { enabled: false, public_key: null });
  serveSettings();
  renderPage(<NoticeSettingsCard />);

  expect(await screen.findByText("Push notifications aren’t available on this exchange.")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Push: Price alerts" })).toBeDisabled();
});
