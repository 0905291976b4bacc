// Push messages, for the service worker to import: shows them, and opens the page that a message leads to.

self.addEventListener("push", (event) => {
  let message;
  try {
    message = event.data.json();
  } catch {
    return;
  }
  const { title, body, url, tag } = message;
  if (typeof title !== "string") return;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: "/logo.svg", data: { url } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(pageOf(event.notification.data)));
});

/** The page of a message: only one of this site. */
function pageOf(data) {
  const url = new URL(data?.url ?? "/personal/notices", self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
}

async function openPage(href) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Any other page may have something half typed in it.
  const open = windows.find(({ url }) => url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}
