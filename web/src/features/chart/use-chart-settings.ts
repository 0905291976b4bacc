import { useEffect, useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import { type Client, setCurrentClient, useCurrentClient } from "@/session/client";
import { isSignedIn, onSessionChange } from "@/session/session";
import { type ChartSettings, parseChartSettings } from "./chart-settings";

export const CHART_KEY = "cw:chart";
/** Whoever turns a number up step by step means the last one. */
const SAVE_PAUSE_MS = 800;

type Change = (change: Partial<ChartSettings>) => void;

const listeners = new Set<() => void>();
let settings = parseChartSettings(readKept());
let timer: ReturnType<typeof setTimeout> | undefined;
let isUnsaved = false;

// What one client has not saved is nothing to the next.
onSessionChange(() => {
  clearTimeout(timer);
  isUnsaved = false;
});

/** How the chart is set up: kept in this browser and, for clients, with their account. */
export function useChartSettings(): [ChartSettings, Change] {
  const client = useCurrentClient();
  useEffect(() => adopt(client), [client]);
  return [useSyncExternalStore(subscribe, () => settings), change];
}

function change(choice: Partial<ChartSettings>): void {
  show({ ...settings, ...choice });
  if (!isSignedIn()) return;
  isUnsaved = true;
  clearTimeout(timer);
  timer = setTimeout(() => void save(settings), SAVE_PAUSE_MS);
}

/** What the account knows counts, unless something newer is still on its way there. */
function adopt(client: Client | null): void {
  if (!client?.site_data.chart || isUnsaved) return;
  const known = parseChartSettings(client.site_data.chart);
  if (JSON.stringify(known) !== JSON.stringify(settings)) show(known);
}

async function save(chosen: ChartSettings): Promise<void> {
  if (!isSignedIn()) return;
  try {
    const { client } = await unwrap(api.PATCH("/v1/client/site-data", { body: { chart: { ...chosen } } }));
    if (settings !== chosen) return;
    isUnsaved = false;
    setCurrentClient(client);
  } catch {
    // This browser remembers it in any case, and the next change brings everything along.
  }
}

function show(next: ChartSettings): void {
  settings = next;
  try {
    localStorage.setItem(CHART_KEY, JSON.stringify(next));
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function readKept(): unknown {
  try {
    return JSON.parse(localStorage.getItem(CHART_KEY) ?? "null");
  } catch {
    return null;
  }
}

function noticeOtherTab({ key }: StorageEvent): void {
  if (key !== CHART_KEY || isUnsaved) return;
  settings = parseChartSettings(readKept());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Whatever another tab has chosen while no chart was here.
    if (!isUnsaved) settings = parseChartSettings(readKept());
    window.addEventListener("storage", noticeOtherTab);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", noticeOtherTab);
  };
}
