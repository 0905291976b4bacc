import { i18n } from "@lingui/core";
import { createRoot, type Root } from "react-dom/client";
import { isConsole } from "@/lib/operator-token";
import { splitMessage } from "@/lib/split-message";
import { whenIdle } from "@/lib/when-idle";
import { applyStoredAppearance } from "@/session/preferences";
import { documentTitle, type SiteConfig, setSite, site } from "@/session/site";
import { App } from "./app";
import { loadChunk } from "./chunk-errors";
import { StartErrorPage } from "./error-page";
import { activateEnglish, startLanguage } from "./language";
import { createAppRouter } from "./router";
import { PAGES, type PageRoute } from "./routes";
import { createRuleLookup, readCheckedPath } from "./rules";
import { watchSession } from "./session-watch";
import { untilLoaded } from "./until-loaded";

/** Loads the site's configuration, then renders the page; the root lets it be taken down. */
export async function start(container: Element): Promise<Root> {
  i18n.setMessagesCompiler(splitMessage);
  applyStoredAppearance();
  const root = createRoot(container);
  // What goes wrong before the site's language is known has a text, too.
  activateEnglish();
  try {
    const config = readInjectedConfig() ?? (await fetchConfig());
    if (!isSiteConfig(config)) throw new Error("No site configuration");
    setSite(config);
    await startLanguage(config);
  } catch (error) {
    console.error(error);
    root.render(<StartErrorPage error={error} />);
    return root;
  }
  document.title = documentTitle(null);
  await applyAccent(site());
  const checkedPath = readCheckedPath();
  // The service worker answers with this document while there is no connection, whatever the path.
  if (checkedPath === "/offline") {
    const { OfflinePage } = await import("@/pages/offline");
    root.render(<OfflinePage />);
    return root;
  }
  let hasNewBuild = () => false;
  const lookUpRule = createRuleLookup(checkedPath, ({ path, redirect, app_middleware }) => {
    const isApplicable = redirect !== null || Object.keys(app_middleware).length > 0;
    if (isApplicable && path === location.pathname) void router.invalidate();
  });
  const router = createAppRouter({
    lookUpRule,
    hasNewBuild: () => hasNewBuild(),
    pages: await loadPages(),
  });
  watchSession(() => void router.invalidate());
  root.render(<App router={router} />);
  whenIdle(async () => {
    const { startBackground } = await untilLoaded(() => import("./background"));
    hasNewBuild = startBackground((href) => void router.navigate({ href }));
  });
  return root;
}

/** The route table of this document; only the console loads its own. */
async function loadPages(): Promise<readonly PageRoute[]> {
  if (!isConsole()) return PAGES;
  return (await loadChunk(() => import("./operator-routes"))).OPERATOR_PAGES;
}

/** The configuration that the server injected into the document, if any. */
function readInjectedConfig(): unknown {
  const text = document.getElementById("site-config")?.textContent?.trim();
  return text ? JSON.parse(text) : null;
}

async function fetchConfig(): Promise<unknown> {
  const { api, unwrap } = await import("@/api/client");
  return unwrap(api.GET("/bff/config"));
}

/** Validates the configuration: a proxy or an older server may return something else. */
function isSiteConfig(config: unknown): config is SiteConfig {
  if (!isRecord(config)) return false;
  const { sitename, contacts, chatwoot } = config;
  return typeof sitename === "string" && sitename !== "" && isRecord(contacts) && isRecord(chatwoot);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Most sites have the accent of the style sheet; without the chunk this one has it, too. */
async function applyAccent({ accent }: SiteConfig): Promise<void> {
  const contrast = accent ? await import("@/lib/contrast").catch(() => null) : null;
  if (!contrast?.isHexColour(accent)) return;
  const root = document.documentElement;
  // The lightest background of links; text on the accent colour is darker and so readable, too.
  const ground = getComputedStyle(root).getPropertyValue("--shelf").trim();
  const readable = contrast.isHexColour(ground) ? contrast.readableOn(ground, accent) : accent;
  root.style.setProperty("--accent", readable);
}
