import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const BUILD = resolve(import.meta.dirname, "../dist");

const landing: string[] = JSON.parse(readFileSync(resolve(BUILD, "landing-files.json"), "utf8"));

const ending = (extension: string) =>
  landing.filter((file) => file.endsWith(extension)).map((file) => resolve(BUILD, file));

export default [
  { name: "Landing page, first load: scripts", path: ending(".js"), limit: "120 KiB", gzip: true },
  { name: "Landing page, first load: styles", path: ending(".css"), limit: "12 KiB", gzip: true },
];
