import type { TabKey } from "@/lib/storage-keys";
import { documentNavigation } from "./document-navigation";

const RELOADED_AT: TabKey = "cw:chunk-reloaded-at";
const MIN_RELOAD_INTERVAL_MS = 10_000;

const chunkErrors = new WeakSet<object>();
let isReloading = false;

/** Loads a chunk; marks a failure as one that a reload may fix. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) chunkErrors.add(error);
    throw error;
  }
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}

/**
 * Reloads the pending URL, because after a deployment old chunks are gone and the new document names new
 * ones. At most once in 10 s, so that a chunk that stays missing ends on the error page; false means it did
 * not reload.
 */
export function reloadForChunk(): boolean {
  if (isReloading) return true;
  try {
    const sinceLast = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Math.abs(sinceLast) < MIN_RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage reloads could not be limited.
    return false;
  }
  isReloading = true;
  documentNavigation.reload();
  return true;
}
