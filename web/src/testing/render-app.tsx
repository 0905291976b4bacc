import { createMemoryHistory, Link } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { vi } from "vitest";
import { App } from "@/app/app";
import { createAppRouter } from "@/app/router";
import type { PageRoute } from "@/app/routes";
import type { Rule, RuleLookup } from "@/app/rules";
import { type SiteConfig, setSite } from "@/session/site";
import { aSite } from "./builders";
import { setUpUser } from "./user";

function SamplePage({ path, links }: { path: string; links: readonly string[] }) {
  return (
    <main>
      <h1>{`Page ${path}`}</h1>
      {links.map((to) => (
        <Link key={to} to={to}>{`To ${to}`}</Link>
      ))}
    </main>
  );
}

/** A route to a page that shows its path as heading, and links. */
export function aPage(
  path: string,
  links: readonly string[] = [],
  parts: Partial<PageRoute> = {},
): PageRoute {
  const page = vi.fn(async () => () => <SamplePage path={path} links={links} />);
  return { path, layout: null, title: () => `Title of ${path}`, page, ...parts };
}

type AppOptions = {
  at?: string;
  site?: SiteConfig;
  rules?: Record<string, Partial<Rule>>;
  hasNewBuild?: () => boolean;
};

/** Renders the whole app with the given pages and navigation rules. */
export function renderApp(
  pages: readonly PageRoute[],
  { at = "/", site = aSite(), rules = {}, hasNewBuild = () => false }: AppOptions = {},
) {
  setSite(site);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const lookUpRule = vi.fn<RuleLookup>(async (path): Promise<Rule | null> => {
    const rule = rules[path];
    return rule ? { path, redirect: null, app_middleware: {}, ttl: 60, ...rule } : null;
  });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createAppRouter({ pages, history, lookUpRule, hasNewBuild });
  render(<App router={router} />);
  return { user: setUpUser(), router, lookUpRule, location: () => router.state.location.href };
}
