import { i18n, type Messages } from "@lingui/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { headline, lead } from "@/features/landing/hero";
import { loadBands } from "@/features/landing/lazy-bands";
import { LandingLayout } from "@/layouts/landing-layout";
import { splitMessage } from "@/lib/split-message";
import { LandingPage } from "@/pages/landing";
import { type SiteConfig, setSite } from "@/session/site";

export type PrerenderOptions = {
  language: string;
  messages: Messages;
  /** With marks where the server puts the values of the site. */
  site: SiteConfig;
};

export type PrerenderedLanding = {
  html: string;
  /** The texts of sites that have none of their own. */
  headline: string;
  lead: string;
};

/** The landing page as a visitor's browser shows it before any script has run. Called by the build. */
export async function prerenderLanding(options: PrerenderOptions): Promise<PrerenderedLanding> {
  const { language, messages, site } = options;
  i18n.setMessagesCompiler(splitMessage).loadAndActivate({ locale: language, messages });
  setSite({ ...site, texts: { headline: "", lead: "", description: "" } });
  const texts = { headline: headline(), lead: lead() };
  setSite(site);
  await loadBands();
  const root = createRootRoute({
    component: () => (
      // The footer names the contacts of the site.
      <LandingLayout footer={null}>
        <LandingPage />
      </LandingLayout>
    ),
  });
  const home = createRoute({ getParentRoute: () => root, path: "/" });
  const router = createRouter({
    routeTree: root.addChildren([home]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  return { html: renderToStaticMarkup(<RouterProvider router={router} />), ...texts };
}
