import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { PrerenderedLanding, PrerenderOptions } from "../src/app/prerender.tsx";
import { prerenderLanguages } from "./prerender-languages.ts";

/** Where the server puts the values of the site; see adapters/web_build.py. */
const SITENAME = "%SITENAME%";
const LOGO = "%LOGO%";
const BUILT_IN_LOGO = "/logo.svg";

type Prerendered = PrerenderedLanding & { language: string; demo: boolean; own_logo: boolean };

/**
 * Renders the landing page to HTML, in every language and for every kind of site, so that the server can put it
 * into the document: it is then visible before the first script has run.
 */
export async function prerender(root: string, folder: string): Promise<void> {
  const temporary = join(root, "node_modules", ".prerender");
  await build({
    root,
    logLevel: "error",
    build: {
      ssr: join(root, "src/app/prerender.tsx"),
      outDir: temporary,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "prerender.mjs" } },
    },
  });
  const render = await loadRenderer(join(temporary, "prerender.mjs"));
  const pages: Prerendered[] = [];
  for (const { language, messages } of prerenderLanguages()) {
    for (const demo of [false, true]) {
      for (const own_logo of [false, true]) {
        const site = { ...SITE, language, demo, logo: own_logo ? LOGO : BUILT_IN_LOGO };
        const landing = await render({ language, messages, site });
        requireAllowedMarkup(landing.html);
        pages.push({ language, demo, own_logo, ...landing });
      }
    }
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "prerendered.json"), JSON.stringify({ "/": pages }));
  rmSync(temporary, { recursive: true });
}

const SITE: PrerenderOptions["site"] = {
  sitename: SITENAME,
  contacts: { telegram: "", email: "" },
  chatwoot: { domain: "", token: "", secret: "", pages: "all" },
  logo: BUILT_IN_LOGO,
  favicon: BUILT_IN_LOGO,
  accent: "",
  texts: { headline: "%HEADLINE%", lead: "%LEAD%", description: "" },
  // Other sites are rendered in the browser alone.
  features: {
    convert: true,
    premarket: true,
    earn: true,
    news: true,
    apps: true,
    register: true,
    referral: false,
  },
  canonical_host: "",
  languages: [],
  language: "en",
  demo: false,
  build: "",
};

type Renderer = (options: PrerenderOptions) => Promise<PrerenderedLanding>;

/** Some modules look at the browser as soon as they are imported, before anything is rendered. */
async function loadRenderer(file: string): Promise<Renderer> {
  const browser = {
    document: { cookie: "", addEventListener() {} },
    location: { pathname: "/", hash: "", origin: "", search: "" },
    addEventListener() {},
  };
  Object.assign(globalThis, browser);
  try {
    const { prerenderLanding } = await import(pathToFileURL(file).href);
    return prerenderLanding;
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  }
}

/** The content-security policy allows neither inline styles nor inline scripts. */
function requireAllowedMarkup(html: string): void {
  const found = /<script|<style|\s(style|on\w+)="/.exec(html);
  if (found)
    throw new Error(`The prerendered page contains ${found[0].trim()}, which the browser would block.`);
}
