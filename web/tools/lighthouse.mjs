// Lighthouse on a phone profile. A budget counts for the addresses after it, up to the next one:
//   node tools/lighthouse.mjs performance=90 http://127.0.0.1:8000/ accessibility=95 http://127.0.0.1:8000/login
// `lcp=2000` and `cls=0.02` are upper limits, in milliseconds and as a score, for the addresses after them.
// Performance is the median of five runs, each in a browser of its own. The blocking of the main thread counts in
// processor time, on a phone as much slower as fits this computer: what else the computer does, and how fast it is,
// is not the page's doing. Lighthouse's own score stands beside it. Accessibility is looked at once. With
// `port=9222` a running browser is used, and whoever is signed in there. Exits with 1 when a budget is broken.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { Audit } from "lighthouse/core/audits/audit.js";
import { TraceProcessor } from "lighthouse/core/lib/tracehouse/trace-processor.js";

const RUNS = 5;
// A run may end without a trace; another one then has one.
const MOST_ATTEMPTS = 8;
// Of Lighthouse's own: from when on a task blocks, and what that is worth.
const BLOCKING_MS = 50;
const BLOCKING_CURVE = { p10: 200, median: 600 };
const BLOCKING_WEIGHT = 0.3;
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

const program = process.env.CHROMIUM ?? "chromium";

async function withBrowser(act) {
  const profile = mkdtempSync(join(tmpdir(), "clearwater-lighthouse-"));
  const port = 9300 + Math.floor(Math.random() * 600);
  const arguments_ = [...FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const browser = spawn(program, arguments_, { stdio: "ignore" });
  try {
    await untilAnswering(port);
    return await act(port);
  } finally {
    browser.kill();
    await new Promise((resolve) => browser.once("exit", resolve));
    // Its helpers may still be writing.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
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

async function look(address, port, settings = {}) {
  const flags = { port, logLevel: "silent", output: "json", ...settings };
  const { lhr, artifacts } = await lighthouse(address, flags);
  return { ...lhr, trace: artifacts.Trace };
}

/**
 * How many times slower than this computer the profile's phone is. Lighthouse takes 4, which is right for an index
 * of 1533; for others these are the steps of its authors' calculator.
 */
function slowdownFor(index) {
  if (index >= 1300) return 3 + (index - 1300) / 233;
  if (index >= 800) return 2 + (index - 800) / 500;
  return 1 + Math.max(0, index - 150) / 650;
}

/** How long tasks block after the first paint, in the time of the processor: waiting for it is not the page's doing. */
function blockingWork(trace, slowdown) {
  const processed = TraceProcessor.processTrace(trace);
  const { firstContentfulPaint } = TraceProcessor.processNavigation(processed).timestamps;
  return processed.mainThreadEvents
    .filter(({ name, ts, dur, tdur }) => /RunTask$/.test(name) && tdur && ts + dur > firstContentfulPaint)
    .map(({ tdur }) => (tdur / 1000) * slowdown - BLOCKING_MS)
    .filter((excess) => excess > 0)
    .reduce((sum, excess) => sum + excess, 0);
}

/** The score with the blocking by processor time in the place of that by the clock. */
function fairScore(report, slowdown) {
  const worth = (blocking) => Audit.computeLogNormalScore(BLOCKING_CURVE, blocking);
  const byClock = worth(report.audits["total-blocking-time"].numericValue);
  const change = BLOCKING_WEIGHT * (worth(blockingWork(report.trace, slowdown)) - byClock);
  return Math.round((report.categories.performance.score + change) * 100);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (report, category) => Math.round((report.categories[category].score ?? 0) * 100);

async function measurePerformance(address, budget, limits) {
  const reports = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS && reports.length < RUNS; attempt += 1) {
    const report = await withBrowser((port) => look(address, port));
    if (report.categories.performance.score !== null) reports.push(report);
  }
  if (reports.length < RUNS) {
    console.error(`${address} could not be judged: its figures were missing too often.`);
    return false;
  }
  const score = (category) => median(reports.map((report) => percent(report, category)));
  const figure = (audit) => median(reports.map((report) => report.audits[audit].numericValue));
  // The best of them: the others were taken while the computer had more to do.
  const index = Math.max(...reports.map((report) => report.environment.benchmarkIndex));
  const slowdown = slowdownFor(index);
  const range = reports.map((report) => fairScore(report, slowdown)).sort((a, b) => a - b);
  const fair = median([...range]);
  console.log(`Lighthouse, phone profile, median of ${RUNS}: ${address}`);
  console.log(
    `  performance ${fair} (${range[0]}-${range.at(-1)}), at least ${budget}; ${score("performance")} by the clock; accessibility ${score("accessibility")}, best practices ${score("best-practices")}, SEO ${score("seo")}`,
  );
  console.log(
    `  first paint ${Math.round(figure("first-contentful-paint"))} ms, largest ${Math.round(figure("largest-contentful-paint"))} ms, blocking ${Math.round(median(reports.map(({ trace }) => blockingWork(trace, slowdown))))} ms (${Math.round(figure("total-blocking-time"))} by the clock), shift ${figure("cumulative-layout-shift").toFixed(3)}`,
  );
  const lcp = figure("largest-contentful-paint");
  const cls = figure("cumulative-layout-shift");
  const isSteady = lcp <= limits.lcp && cls < limits.cls;
  if (!isSteady) console.log(`  at most: largest paint ${limits.lcp} ms, shift ${limits.cls}`);
  console.log(
    `  the phone is ${slowdown.toFixed(1)} times slower than this computer (index ${Math.round(index)}); by the clock 4 times`,
  );
  return fair >= budget && isSteady;
}

async function checkAccessibility(address, budget, port) {
  const settings = { onlyCategories: ["accessibility"] };
  const report = await (port
    ? look(address, port, settings)
    : withBrowser((own) => look(address, own, settings)));
  const asked = new URL(address).pathname;
  const shown = new URL(report.finalDisplayedUrl).pathname;
  const score = percent(report, "accessibility");
  console.log(
    `  accessibility ${score}, at least ${budget}: ${asked}${shown === asked ? "" : ` (${shown})`}`,
  );
  const failed = Object.values(report.audits).filter(
    (audit) => audit.score === 0 && audit.details?.items?.length,
  );
  if (score < budget) for (const { title } of failed) console.log(`    ${title}`);
  return score >= budget;
}

let category;
let budget;
let browserPort;
const limits = { lcp: Number.POSITIVE_INFINITY, cls: Number.POSITIVE_INFINITY };
let isKept = true;
for (const word of process.argv.slice(2)) {
  const [name, value] = word.split("=");
  if (name === "port") browserPort = Number(value);
  else if (name === "lcp" || name === "cls")
    limits[name] = value === "any" ? Number.POSITIVE_INFINITY : Number(value);
  else if (name === "performance" || name === "accessibility") [category, budget] = [name, Number(value)];
  else if (category === "performance") isKept = (await measurePerformance(word, budget, limits)) && isKept;
  else isKept = (await checkAccessibility(word, budget, browserPort)) && isKept;
}
if (!isKept) console.error("A budget is broken.");
process.exit(isKept ? 0 : 1);
