import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Manifest, ManifestChunk } from "vite";

const BUILD = resolve(import.meta.dirname, "../dist");

/** What the browser loads to show "/": the document's entry, and the layout and page its route asks for. */
const LANDING_CHUNKS = ["index", "landing-layout", "landing"];

const manifest: Manifest = JSON.parse(readFileSync(resolve(BUILD, ".vite/manifest.json"), "utf8"));
const landing = new Set<string>();

function addFiles(chunk: ManifestChunk | undefined): void {
  if (!chunk || landing.has(chunk.file)) return;
  landing.add(chunk.file);
  for (const style of chunk.css ?? []) landing.add(style);
  for (const imported of chunk.imports ?? []) addFiles(manifest[imported]);
}

for (const name of LANDING_CHUNKS) {
  const chunk = Object.values(manifest).find((candidate) => candidate.name === name);
  if (!chunk) throw new Error(`This build has no chunk "${name}": what does the landing page load now?`);
  addFiles(chunk);
}

const ending = (extension: string) =>
  [...landing].filter((file) => file.endsWith(extension)).map((file) => resolve(BUILD, file));

export default [
  { name: "Landing page, first load: scripts", path: ending(".js"), limit: "120 KiB", gzip: true },
  { name: "Landing page, first load: styles", path: ending(".css"), limit: "12 KiB", gzip: true },
];
