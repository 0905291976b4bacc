import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const BUILD = resolve(import.meta.dirname, "../dist");

type Files = Record<"landing" | "trading" | "chart", string[]>;
const files: Files = JSON.parse(readFileSync(resolve(BUILD, "page-files.json"), "utf8"));

const ending = (names: readonly string[], extension: string) =>
  names.filter((file) => file.endsWith(extension)).map((file) => resolve(BUILD, file));
const onTop = (names: readonly string[], ...known: readonly string[][]) =>
  names.filter((file) => !known.flat().includes(file));

const trading = onTop(files.trading, files.landing);
const chart = onTop(files.chart, files.landing, files.trading);

export default [
  {
    name: "Landing page, first load: scripts",
    path: ending(files.landing, ".js"),
    limit: "120 KiB",
    gzip: true,
  },
  {
    name: "Landing page, first load: styles",
    path: ending(files.landing, ".css"),
    limit: "12 KiB",
    gzip: true,
  },
  {
    name: "Trading page, on top of that: scripts",
    path: ending(trading, ".js"),
    limit: "85 KiB",
    gzip: true,
  },
  { name: "Trading page, its chart: scripts", path: ending(chart, ".js"), limit: "70 KiB", gzip: true },
];
