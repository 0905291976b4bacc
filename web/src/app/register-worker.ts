/** Registers the service worker, which shows the offline screen. A new build brings a new one. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  // Refused in private windows and by some settings; the site works without it.
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
}
