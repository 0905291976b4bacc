// Lighthouse on a phone profile, median of five runs: node tools/lighthouse.mjs http://127.0.0.1:8000/
// Exits with 1 when the median is under the budget.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";

const RUNS = 5;
const BUDGET = 90;
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const address = process.argv[2];
const program = process.env.CHROMIUM ?? "chromium";

async function measureOnce(number) {
  const profile = mkdtempSync(join(tmpdir(), "clearwater-lighthouse-"));
  const port = 9300 + number;
  const browser = spawn(
    program,
    [...FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
    {
      stdio: "ignore",
    },
  );
  try {
    await untilAnswering(port);
    const { lhr } = await lighthouse(address, { port, logLevel: "silent", output: "json" });
    return lhr;
  } finally {
    browser.kill();
    await new Promise((resolve) => browser.once("exit", resolve));
    rmSync(profile, { recursive: true, force: true });
  }
}

async function untilAnswering(port) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/json/version`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("The browser did not start.");
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const reports = [];
for (let number = 0; number < RUNS; number += 1) {
  const report = await measureOnce(number);
  if (report.categories.performance.score === null) {
    console.error(
      `Run ${number + 1} could not be judged: ${report.runtimeError?.message ?? "a figure is missing"}`,
    );
    process.exit(1);
  }
  reports.push(report);
}

const score = (category) =>
  Math.round(median(reports.map((report) => report.categories[category].score)) * 100);
const figure = (audit) => median(reports.map((report) => report.audits[audit].numericValue));
const range = reports
  .map((report) => Math.round(report.categories.performance.score * 100))
  .sort((a, b) => a - b);

console.log(`Lighthouse, phone profile, median of ${RUNS}: ${address}`);
console.log(
  `  performance ${score("performance")} (${range[0]}-${range.at(-1)}), accessibility ${score("accessibility")}, best practices ${score("best-practices")}, SEO ${score("seo")}`,
);
console.log(
  `  largest paint ${Math.round(figure("largest-contentful-paint"))} ms, blocking ${Math.round(figure("total-blocking-time"))} ms, shift ${figure("cumulative-layout-shift").toFixed(3)}`,
);
if (score("performance") < BUDGET) {
  console.error(`Under the budget of ${BUDGET}.`);
  process.exit(1);
}
