import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const BUILD = resolve(import.meta.dirname, "../dist");

type Files = Record<"landing" | "trading", string[]>;
const files: Files = JSON.parse(readFileSync(resolve(BUILD, "page-files.json"), "utf8"));

const ending = (names: readonly string[], extension: string) =>
  names.filter((file) => file.endsWith(extension)).map((file) => resolve(BUILD, file));

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
    name: "Trading page with its chart, on top of that: scripts",
    // Of these the chart library takes 54 KiB, the socket library 13 and the query library with the calls 15.
    // A client's on a wide screen; visitors load 6 less, phones 14 less. The menu of the account is every page's.
    path: ending(
      files.trading.filter((file) => !files.landing.includes(file)),
      ".js",
    ),
    limit: "145 KiB",
    gzip: true,
  },
];
