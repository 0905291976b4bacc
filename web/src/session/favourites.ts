import { useEffect, useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import { type Client, setCurrentClient, useCurrentClient } from "./client";
import { isSignedIn } from "./session";

export const FAVOURITES_KEY = "cw:favourites";
const MOST_FAVOURITES = 200;

const listeners = new Set<() => void>();
let favourites: ReadonlySet<string> = readKept();
let savesUnderWay = 0;
let lastSave: Promise<unknown> = Promise.resolve();

/** The pairs somebody has starred: kept in this browser and, for clients, with their account. */
export function useFavourites(): { favourites: ReadonlySet<string>; toggle: (symbol: string) => void } {
  const client = useCurrentClient();
  useEffect(() => adopt(client), [client]);
  return { favourites: useSyncExternalStore(subscribe, () => favourites), toggle };
}

function toggle(symbol: string): void {
  const next = new Set(favourites);
  if (!next.delete(symbol)) next.add(symbol);
  const kept = [...next].slice(-MOST_FAVOURITES);
  show(kept);
  keep(kept);
  if (isSignedIn()) save(kept);
}

/** What the account knows counts, unless something newer is still on its way there. */
function adopt(client: Client | null): void {
  if (!client || savesUnderWay > 0 || !Array.isArray(client.site_data.favourites)) return;
  const known = client.site_data.favourites.filter((symbol) => typeof symbol === "string");
  if (known.length === favourites.size && known.every((symbol) => favourites.has(symbol))) return;
  show(known);
  keep(known);
}

function save(kept: readonly string[]): void {
  savesUnderWay++;
  const attempt = async () => {
    try {
      const answer = await unwrap(api.PATCH("/v1/client/site-data", { body: { favourites: kept } }));
      savesUnderWay--;
      if (savesUnderWay === 0 && isSignedIn()) setCurrentClient(answer.client);
    } catch {
      // This browser remembers them in any case, and the next change brings all of them along.
      savesUnderWay--;
    }
  };
  // One after the other: of two quick changes the later one counts.
  lastSave = lastSave.then(attempt);
}

function show(symbols: readonly string[]): void {
  favourites = new Set(symbols);
  for (const listener of listeners) listener();
}

function keep(symbols: readonly string[]): void {
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify(symbols));
  } catch {
    // Without storage they last as long as the page.
  }
}

function readKept(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((symbol) => typeof symbol === "string") : []);
  } catch {
    return new Set();
  }
}

function noticeOtherTab(event: StorageEvent): void {
  if (event.key === FAVOURITES_KEY) show([...readKept()]);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", noticeOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", noticeOtherTab);
  };
}
