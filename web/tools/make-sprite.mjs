// Builds the one icon sprite and the list of its names: `pnpm icons` after changing the names below.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const NAMES = `
  activity arrow-down arrow-down-left arrow-down-to-line arrow-left arrow-left-right arrow-right arrow-up
  arrow-up-down arrow-up-from-line arrow-up-right
  badge-check ban bell bell-off book-open
  calendar camera chart-candlestick chart-column chart-line chart-pie chart-spline check chevron-down chevron-left
  chevron-right chevron-up chevrons-left chevrons-right chevrons-up-down circle-alert circle-check circle-dot
  circle-help circle-x clock code coins columns-3 cookie copy
  database download
  ellipsis ellipsis-vertical external-link eye eye-off
  file file-text filter fingerprint flag
  gauge gift globe grip-vertical
  hash history hourglass house
  id-card image inbox info
  key keyboard
  landmark laptop layers layout-dashboard layout-grid link list list-ordered loader-circle lock log-in log-out
  mail map-pin maximize menu message-circle message-square minimize minus monitor moon
  newspaper
  panel-left pause pencil percent phone piggy-bank play plus
  qr-code
  receipt receipt-text refresh-cw repeat rocket rotate-ccw route
  scale scan-face search send server settings shield shield-alert shield-check sliders smartphone snowflake
  sprout star sun
  tag timer trash trending-down trending-up triangle-alert
  unlock upload user user-check user-plus users
  wallet wifi wifi-off
  x
  zap
`
  .trim()
  .split(/\s+/);

// Our own mark: a drop, clear above the waterline and deep below it.
const LOGO = [
  '<path d="M12 2.75c3.6 3.9 6.75 7.3 6.75 11.4a6.75 6.75 0 0 1-13.5 0c0-4.1 3.15-7.5 6.75-11.4z"/>',
  '<path d="M5.25 14.15c2.25-1.9 4.5-1.9 6.75 0s4.5 1.9 6.75 0a6.75 6.75 0 0 1-13.5 0z" fill="currentColor"/>',
].join("");

const lucide = dirname(createRequire(import.meta.url).resolve("lucide-static/package.json"));
const target = join(import.meta.dirname, "..", "src", "design", "icons");

function drawing(name) {
  const source = readFileSync(join(lucide, "icons", `${name}.svg`), "utf8");
  const inside = source.slice(source.indexOf(">", source.indexOf("<svg")) + 1, source.lastIndexOf("</svg>"));
  return inside
    .replace(/\s+/g, " ")
    .replace(/\s*(\/?>)\s*/g, "$1")
    .trim();
}

function symbol(name, content) {
  return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${content}</symbol>`;
}

// A comment in XML must not hold two dashes in a row.
const notice = readFileSync(join(lucide, "LICENSE"), "utf8").replace(/-{2,}/g, "").trim();

const sprite = [
  `<!-- Icons: Lucide (https://lucide.dev); the symbol "logo" is our own.\n\n${notice}\n-->`,
  '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">',
  symbol("logo", LOGO),
  ...NAMES.map((name) => symbol(name, drawing(name))),
  "</svg>\n",
].join("\n");

const names = ["logo", ...NAMES].sort();
const list = names.map((name) => `  "${name}",`).join("\n");

writeFileSync(join(target, "sprite.svg"), sprite);
writeFileSync(
  join(target, "icon-names.ts"),
  `// Written by tools/make-sprite.mjs.\nexport const ICON_NAMES = [\n${list}\n] as const;\n\nexport type IconName = (typeof ICON_NAMES)[number];\n`,
);
console.log(`${names.length} icons`);
