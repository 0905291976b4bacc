import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { parseSearch, stringifySearch } from "@/app/search-params";
import { type SiteConfig, setSite } from "@/session/site";
import { aSite } from "./builders";
import { setUpUser } from "./user";

type RenderPageOptions = {
  /** The URL of the page. */
  at?: string;
  site?: Partial<SiteConfig>;
  userEvents?: Parameters<typeof setUpUser>[0];
};

/**
 * Renders a page as the app does, without its layout, and returns the user of user-event.
 * Rendering is asynchronous: start with `await screen.findBy…`. `location()` returns the current URL, and
 * `visit()` navigates.
 */
export function renderPage(page: ReactNode, { at = "/", site, userEvents }: RenderPageOptions = {}) {
  setSite(aSite(site));
  const root = createRootRoute();
  const everywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => page });
  const router = createRouter({
    routeTree: root.addChildren([everywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  queries.clear();

  render(
    <QueryProvider>
      <RouterProvider router={router} />
    </QueryProvider>,
  );
  return Object.assign(setUpUser(userEvents), {
    location: () => router.state.location.href,
    visit: (href: string) => act(() => router.navigate({ href })),
  });
}
