import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the service worker of a build: `files` are what the offline screen needs. */
export function writeServiceWorker(root: string, folder: string, id: string, files: readonly string[]): void {
  const source = readFileSync(join(root, "src/service-worker/worker.js"), "utf8");
  const filled = source.replace("__BUILD__", id).replace('["__FILES__"]', JSON.stringify(files));
  writeFileSync(join(folder, "sw.js"), filled);
}
