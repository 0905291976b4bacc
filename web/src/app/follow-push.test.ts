import { afterEach, expect, test, vi } from "vitest";
import { renewPush } from "@/features/notices/push";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { followPush } from "./follow-push";

const ENDPOINT = "https://push.example.com/1";

function stubBrowser(permission: NotificationPermission, isSubscribed = true) {
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: "key", auth: "secret" } }),
  };
  const pushManager = { getSubscription: async () => (isSubscribed ? subscription : null) };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
}

function serveAccount(push: boolean) {
  serve("get", "/v1/client/notice-settings", { price_alert: { in_app: true, email: true, push } });
  return serve("post", "/v1/push/subscriptions", null, 204);
}

afterEach(() => {
  clearSession();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("a browser with push is subscribed again after the next sign-in", async () => {
  stubBrowser("granted");
  const saved = serveAccount(true);
  const stop = followPush();
  expect(saved).toHaveLength(0);

  startSession("second");

  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.json()).toEqual({ endpoint: ENDPOINT, keys: { p256dh: "key", auth: "secret" } });
  stop();
});

test.each([
  ["the client has push off", "granted", true, false],
  ["the permission was taken back", "denied", true, true],
  ["the browser never subscribed", "granted", false, true],
] as const)("nothing is saved when %s", async (_case, permission, isSubscribed, push) => {
  stubBrowser(permission, isSubscribed);
  const saved = serveAccount(push);

  await renewPush();

  expect(saved).toHaveLength(0);
});
