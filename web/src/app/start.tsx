import { i18n } from "@lingui/core";
import { createRoot } from "react-dom/client";
import { compileMessage } from "@/lib/compile-message";
import { documentTitle, type SiteConfig, setSite, site } from "@/session/site";
import { App } from "./app";
import { watchBuilds } from "./build-watch";
import { StartErrorPage } from "./error-page";
import { createAppRouter } from "./router";
import { createRuleLookup, readCheckedPath } from "./rules";

/** Loads the site's configuration, then shows the page; without a configuration there is nothing to show. */
export async function start(container: Element): Promise<void> {
  i18n.setMessagesCompiler(compileMessage).loadAndActivate({ locale: "en", messages: {} });
  const root = createRoot(container);
  try {
    setSite(readInjectedConfig() ?? (await fetchConfig()));
  } catch (error) {
    root.render(<StartErrorPage error={error} />);
    return;
  }
  dressDocument(site());
  const { hasNewBuild } = watchBuilds(site().build);
  const lookUpRule = createRuleLookup(readCheckedPath());
  root.render(<App router={createAppRouter({ lookUpRule, hasNewBuild })} />);
}

/** The configuration as the server wrote it into the document, if it did. */
function readInjectedConfig(): SiteConfig | null {
  const text = document.getElementById("site-config")?.textContent?.trim();
  return text ? JSON.parse(text) : null;
}

async function fetchConfig(): Promise<SiteConfig> {
  const { api, unwrap } = await import("@/api/client");
  return unwrap(api.GET("/bff/config"));
}

function dressDocument({ accent }: SiteConfig): void {
  document.title = documentTitle(null);
  if (/^#[0-9a-f]{6}$/i.test(accent)) document.documentElement.style.setProperty("--accent", accent);
}
