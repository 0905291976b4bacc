// The service worker. The build fills in its id and the files of the offline screen. Documents and API calls always
// go to the network; only the screen that says that there is none comes from here, so nothing shown is out of date.
// An empty /sw.js in its place switches all of it off.
const BUILD = "__BUILD__";
const FILES = ["__FILES__"];
const OFFLINE = "/offline";
const CACHE = `offline-${BUILD}`;

try {
  importScripts("/push-events.js");
} catch {
  // This installation sends no push messages.
}

addEventListener("install", (event) => {
  // With `reload`, because the browser may still have the document of an earlier build.
  const requests = [OFFLINE, ...FILES].map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches().then(() => clients.claim()));
});

async function removeOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("offline-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) {
    event.respondWith(fetch(request).catch(() => fromCache(OFFLINE)));
  } else if (FILES.includes(url.pathname)) {
    // Their names change with their content.
    event.respondWith(fromCache(url.pathname).then((found) => found ?? fetch(request)));
  }
});

async function fromCache(path) {
  const cache = await caches.open(CACHE);
  return cache.match(path);
}
