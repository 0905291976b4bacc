import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const BUILD = resolve(import.meta.dirname, "../dist");

type Files = Record<"landing" | "trading" | "chart", string[]>;
const files: Files = JSON.parse(readFileSync(resolve(BUILD, "page-files.json"), "utf8"));

const catalogues: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(resolve(BUILD, "language-files.json"), "utf8"),
);

const ending = (names: readonly string[], extension: string) =>
  names.filter((file) => file.endsWith(extension)).map((file) => resolve(BUILD, file));

const onTop = (names: readonly string[]) =>
  ending(
    [...new Set(names)].filter((file) => !files.landing.includes(file)),
    ".js",
  );

export default [
  {
    name: "Landing page, first load: scripts",
    path: ending(files.landing, ".js"),
    limit: "112 KiB",
    gzip: true,
  },
  {
    name: "Landing page, first load: styles",
    path: ending(files.landing, ".css"),
    limit: "12 KiB",
    gzip: true,
  },
  {
    name: "Trading page until it can be used, on top of that: scripts",
    // Of these the socket library takes 13 KiB and the query library with the calls 15.
    // A client's on a wide screen; visitors load 7 less, phones 14 less.
    path: onTop(files.trading),
    limit: "85 KiB",
    gzip: true,
  },
  {
    name: "Trading page with its chart, which comes after the first paint: scripts",
    // The chart library alone takes 54 KiB. What the landing page no longer brings along counts here:
    // it has lost 10 KiB since it may have 112. Two more are orders that several tabs share, fills that are
    // said, and dragged orders that ask before they trade.
    path: onTop([...files.trading, ...files.chart]),
    limit: "150 KiB",
    gzip: true,
  },
  ...Object.entries(catalogues).flatMap(([language, parts]) =>
    Object.entries(parts).map(([part, names]) => ({
      name: `Texts in ${language}: ${part}`,
      path: ending(names, ".js"),
      limit: "25 KiB",
      gzip: true,
    })),
  ),
];
