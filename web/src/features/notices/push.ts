import { api, unwrap } from "@/api/client";

/** Why push notifications cannot be switched on in this browser; null when they can. */
export type PushObstacle = "unsupported" | "blocked";

export function findPushObstacle(): PushObstacle | null {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : null;
}

/**
 * Subscribes this browser, after asking for the permission.
 * Returns what stands in the way: the client may refuse, and there may be no service worker.
 */
export async function subscribeToPush(publicKey: string): Promise<PushObstacle | null> {
  const obstacle = findPushObstacle();
  if (obstacle) return obstacle;
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) return "unsupported";
  const options = { userVisibleOnly: true, applicationServerKey: decodeKey(publicKey) };
  let subscription = await worker.pushManager.getSubscription();
  if (subscription && !hasKey(subscription, options.applicationServerKey)) {
    // The server has another key since: nothing that it sends would arrive.
    await subscription.unsubscribe();
    subscription = null;
  }
  await saveSubscription(subscription ?? (await worker.pushManager.subscribe(options)));
  return null;
}

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const known = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return known.length === key.length && known.every((byte, index) => byte === key[index]);
}

/**
 * Saves the subscription of this browser after a new sign-in: the server's copy ended with the former session.
 * Only for a client who has switched on some kind; another one may have used this browser before.
 */
export async function renewPush(): Promise<void> {
  if (findPushObstacle() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  const settings = await unwrap(api.GET("/v1/client/notice-settings"));
  if (Object.values(settings).some(({ push }) => push)) await saveSubscription(subscription);
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  await unwrap(api.POST("/v1/push/subscriptions", { body }));
}

/** Ends the subscription of this browser, if there is one. */
export async function unsubscribeFromPush(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await unwrap(api.DELETE("/v1/push/subscriptions", { body: { endpoint: subscription.endpoint } }));
  await subscription.unsubscribe();
}

function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
