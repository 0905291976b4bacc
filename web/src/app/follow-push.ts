import { loadPart } from "@/features/orders/load-part";
import { isSignedIn, onSessionChange } from "@/session/session";

/** Renews the push subscription of this browser, now and after each sign-in. */
export function followPush(): () => void {
  renew();
  return onSessionChange(renew);
}

function renew(): void {
  if (!isSignedIn() || !("Notification" in window) || Notification.permission !== "granted") return;
  // It is renewed again with the next page.
  void loadPart(() => import("@/features/notices/push")).then((part) =>
    part?.renewPush().catch(() => undefined),
  );
}
