// Draws the icons of the installable app from the logo, with a browser:
//   node tools/make-icons.mjs   (CHROMIUM names another program than chromium)
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const WEB = resolve(import.meta.dirname, "..");
const GROUND = "#0a0e13";
// A maskable icon may be cut to a circle of four fifths of its width.
const ICONS = [
  { file: "icon-192.png", edge: 192, share: 0.72 },
  { file: "icon-512.png", edge: 512, share: 0.72 },
  { file: "icon-maskable-512.png", edge: 512, share: 0.5 },
];

const logo = readFileSync(join(WEB, "public/logo.svg")).toString("base64");
const folder = mkdtempSync(join(tmpdir(), "clearwater-icons-"));
try {
  for (const { file, edge, share } of ICONS) {
    const page = join(folder, "icon.html");
    const size = Math.round(edge * share);
    writeFileSync(
      page,
      `<body style="margin:0;width:${edge}px;height:${edge}px;display:grid;place-items:center;background:${GROUND}"><img width=${size} height=${size} src="data:image/svg+xml;base64,${logo}">`,
    );
    execFileSync(
      process.env.CHROMIUM ?? "chromium",
      [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        `--window-size=${edge},${edge}`,
        `--screenshot=${join(WEB, "public", file)}`,
        `file://${page}`,
      ],
      { stdio: "ignore" },
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
