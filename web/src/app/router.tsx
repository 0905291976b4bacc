import {
  type AnyRoute,
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type ParsedLocation,
  type RouterHistory,
  redirect,
  type StaticDataRouteOption,
} from "@tanstack/react-router";
import { isConsole } from "@/lib/operator-token";
import { isPageHidden } from "@/lib/page-paths";
import { needsOwnDocument } from "@/session/chat-document";
import { documentTitle } from "@/session/site";
import { AppFrame } from "./app-frame";
import { loadChunk } from "./chunk-errors";
import { documentNavigation } from "./document-navigation";
import { CaughtErrorPage, NotFoundPage } from "./error-page";
import { loadTexts } from "./language";
import { type LayoutName, loadLayout } from "./layouts";
import { prefetchMode, watchPrefetchMode } from "./prefetch";
import type { PageRoute } from "./routes";
import { prepareRuleLookup, type RuleLookup, redirectTarget } from "./rules";
import { parseSearch, stringifySearch } from "./search-params";

const MAX_RULE_REDIRECTS = 5;
/** Areas without a page of their own begin at one of their pages, as in the server's documents. */
const FIRST_PAGES: Readonly<Record<string, string>> = {
  "/personal": "/personal/dashboard",
  "/markets": "/markets/overview",
};

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Undefined until the page is loaded. */
    title?: string | null;
  }
}

type NavigationContext = { guardSwitches: Readonly<Record<string, boolean>> };
type BeforeNavigation = (location: ParsedLocation) => Promise<NavigationContext>;

type AppRouterParts = {
  lookUpRule: RuleLookup;
  hasNewBuild: () => boolean;
  pages: readonly PageRoute[];
  history?: RouterHistory;
};

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter({ lookUpRule, hasNewBuild, pages, history }: AppRouterParts) {
  let ruleRedirects = 0;
  // The console has a policy and a route table of its own; the first navigation is to the document's page.
  let isConsoleDocument: boolean | undefined;

  async function beforeNavigation(location: ParsedLocation): Promise<NavigationContext> {
    isConsoleDocument ??= isConsole(location.pathname);
    const isElsewhere = isConsole(location.pathname) !== isConsoleDocument;
    if (hasNewBuild() || isElsewhere || needsOwnDocument(location.pathname)) {
      return leaveDocument(documentNavigation.reload);
    }

    const rule = await (isWithinPage(location, router.state.resolvedLocation)
      ? lookUpRule(location.pathname, { atOnce: true })
      : lookUpRule(location.pathname));
    const redirectTo = rule?.redirect ?? FIRST_PAGES[location.pathname.replace(/\/$/, "")];
    const target = redirectTo ? redirectTarget(redirectTo) : null;
    const isHere = target?.href === location.href || target?.href === window.location.href;
    if (target?.isExternal && !isHere) return leaveDocument(() => documentNavigation.replace(target.href));
    if (target && !isHere && ruleRedirects < MAX_RULE_REDIRECTS) {
      ruleRedirects++;
      throw redirect({ href: target.href });
    }
    return { guardSwitches: rule?.app_middleware ?? {} };
  }

  const router = createRouter({
    routeTree: buildRouteTree(
      pages.filter(({ path }) => !isPageHidden(path)),
      beforeNavigation,
    ),
    ...(history && { history }),
    InnerWrap: AppFrame,
    // The server's paths are case-sensitive, too.
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: prefetchMode(),
  });
  watchPrefetchMode((defaultPreload) => router.update({ ...router.options, defaultPreload }));
  router.subscribe("onResolved", () => {
    ruleRedirects = 0;
  });
  // Before the page renders, so that a page or the error page can override it.
  router.subscribe("onLoad", () => {
    const title = router.state.matches.at(-1)?.staticData.title;
    if (title !== undefined) document.title = documentTitle(title);
  });
  return router;
}

function buildRouteTree(pages: readonly PageRoute[], beforeNavigation: BeforeNavigation) {
  const root = createRootRoute({
    beforeLoad({ location, preload }): NavigationContext | Promise<NavigationContext> {
      if (!preload) return beforeNavigation(location);
      prepareRuleLookup();
      return { guardSwitches: {} };
    },
    errorComponent: CaughtErrorPage,
    notFoundComponent: NotFoundPage,
  });
  const layouts = [...new Set(pages.map((page) => page.layout))];
  return root.addChildren(
    layouts.map((name) => {
      const layout = layoutRoute(name, root);
      const members = pages.filter((page) => page.layout === name);
      return layout.addChildren(members.map((page) => pageRoute(page, layout)));
    }),
  );
}

function layoutRoute(name: LayoutName | null, root: AnyRoute): AnyRoute {
  const id = `${name ?? "no"}-layout`;
  return createRoute({ getParentRoute: () => root, id }).lazy(async () => {
    const [Layout] = await Promise.all([loadChunk(() => loadLayout(name)), loadTexts(name)]);
    return createLazyRoute(id)({
      component: () => (
        <Layout>
          <Outlet />
        </Layout>
      ),
    });
  });
}

function pageRoute({ path, guard, title, page }: PageRoute, parent: AnyRoute): AnyRoute {
  const staticData: StaticDataRouteOption = {};
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData,
    async beforeLoad({ context, location }) {
      const { guardSwitches }: NavigationContext = context;
      if (!guard && Object.keys(guardSwitches).length === 0) return;
      const { guardsOf } = await loadChunk(() => import("./guards"));
      for (const check of guardsOf(guard, guardSwitches)) {
        const elsewhere = await check({ href: location.href, search: location.search });
        if (elsewhere) throw redirect({ href: elsewhere });
      }
    },
  }).lazy(async () => {
    const [component, findTitle] = await Promise.all([
      loadChunk(page),
      title ?? loadChunk(() => import("@/lib/page-heads")).then((module) => module.titleOf(path)),
      loadTexts(path),
    ]);
    staticData.title = findTitle();
    return createLazyRoute(path)({ component });
  });
}

/** Whether only the hash changes, which is a navigation within the page. */
function isWithinPage(wanted: ParsedLocation, shown: ParsedLocation | undefined): boolean {
  return (
    shown?.pathname === wanted.pathname &&
    shown.searchStr === wanted.searchStr &&
    (shown.hash !== "" || wanted.hash !== "")
  );
}

/** Never resolves, so that the router waits while the browser loads another document. */
function leaveDocument(leave: () => void): Promise<never> {
  leave();
  return new Promise(() => undefined);
}
