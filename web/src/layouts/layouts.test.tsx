import { act, screen, within } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import * as pagePaths from "@/lib/page-paths";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { AuthLayout } from "./auth-layout";
import { DefaultLayout } from "./default-layout";
import { EarnLayout } from "./earn-layout";
import { LandingLayout } from "./landing-layout";
import { MarketsLayout } from "./markets-layout";
import { ShowAllNavigation } from "./navigation";
import { PersonalLayout } from "./personal-layout";
import { PrivacyLayout } from "./privacy-layout";
import { TradingLayout } from "./trading-layout";

afterEach(clearSession);

type Layout = ComponentType<{ children: ReactNode }>;

const LAYOUTS: [string, Layout][] = [
  AuthLayout,
  DefaultLayout,
  EarnLayout,
  LandingLayout,
  MarketsLayout,
  PersonalLayout,
  PrivacyLayout,
  TradingLayout,
].map((layout) => [layout.name, layout]);

/** What the header of a signed-in client loads. */
function serveClient() {
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/v1/notices", { items: [], next_cursor: null, unread: 0 });
}

async function renderLayout(Layout: Layout, options: Parameters<typeof renderPage>[1] = {}) {
  const user = renderPage(
    <Layout>
      <h1>Content</h1>
    </Layout>,
    options,
  );
  await screen.findByRole("heading", { name: "Content" });
  return user;
}

async function renderFinished(Layout: Layout, options: Parameters<typeof renderPage>[1] = {}) {
  return renderLayout(
    ({ children }) => (
      <ShowAllNavigation value={true}>
        <Layout>{children}</Layout>
      </ShowAllNavigation>
    ),
    options,
  );
}

const linksOf = (navigation: string) =>
  within(screen.getByRole("navigation", { name: navigation }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test.each(LAYOUTS)(
  "%s puts the page into its one main landmark, reached by the skip link",
  async (_, Layout) => {
    await renderLayout(Layout);

    const main = screen.getByRole("main");
    expect(main).toContainElement(screen.getByRole("heading", { name: "Content" }));
    expect(main).toHaveAttribute("id", "main");
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
  },
);

test.each(LAYOUTS)("%s carries the site's own name, home", async (_, Layout) => {
  await renderLayout(Layout, { site: { sitename: "Harbour" } });

  const mark = within(screen.getByRole("banner")).getByRole("link", { name: "Harbour" });
  expect(mark).toHaveAttribute("href", "/");
});

test("a site with a logo of its own shows it instead of the built-in mark", async () => {
  await renderLayout(DefaultLayout, { site: { logo: "/files/harbour.png" } });

  const mark = within(screen.getByRole("banner")).getByRole("link", { name: "Clearwater" });
  expect(mark.querySelector("img")).toHaveAttribute("src", "/files/harbour.png");
});

test("links to pages that do not exist yet are not shown", async () => {
  vi.spyOn(pagePaths, "isInMenus").mockImplementation((path) => path === "/" || path === "/privacy");
  await renderLayout(DefaultLayout);

  expect(screen.queryByRole("link", { name: "Trade" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  expect(linksOf("Footer")).toEqual([
    "How it works",
    "How your funds are protected",
    "Order types",
    "Levels and fees",
    "Proof",
    "Questions",
    "Privacy",
    "Cookies",
  ]);
});

test("sections of the landing page take the room that the main navigation leaves", async () => {
  vi.spyOn(pagePaths, "isInMenus").mockImplementation((path) => path !== "/news");
  await renderLayout(LandingLayout);

  expect(linksOf("Main")).toEqual(["Markets", "Trade", "Earn", "Pre-market", "Exchanger", "How it works"]);
});

test("the finished site's main navigation fills the header", async () => {
  await renderFinished(LandingLayout);

  expect(linksOf("Main")).toEqual(["Markets", "Trade", "Earn", "Pre-market", "News", "Exchanger"]);
});

test("a visitor is offered the way in, a client the own account", async () => {
  serveClient();
  await renderFinished(DefaultLayout);
  const header = within(screen.getByRole("banner"));
  expect(header.getByRole("link", { name: "Create account" })).toHaveAttribute("href", "/register");

  act(() => startSession("a-token"));

  expect(await header.findByRole("button", { name: "Account" })).toBeVisible();
  expect(header.queryByRole("link", { name: "Sign in" })).toBeNull();
});

test("the item of the page shown says so", async () => {
  await renderFinished(PersonalLayout, { at: "/personal/orders" });

  for (const orders of screen.getAllByRole("link", { name: "Orders" })) {
    expect(orders).toHaveAttribute("aria-current", "page");
  }
  for (const assets of screen.getAllByRole("link", { name: "Assets" })) {
    expect(assets).not.toHaveAttribute("aria-current");
  }
});

test("a page inside a section marks the section in the header and itself below", async () => {
  await renderFinished(MarketsLayout, { at: "/markets/trading-data" });

  const main = within(screen.getByRole("navigation", { name: "Main" }));
  expect(main.getByRole("link", { name: "Markets" })).toHaveAttribute("aria-current", "true");
  const markets = within(screen.getByRole("navigation", { name: "Markets" }));
  expect(markets.getByRole("link", { name: "Trading data" })).toHaveAttribute("aria-current", "page");
  expect(markets.getByRole("link", { name: "Overview" })).not.toHaveAttribute("aria-current");
});

test("a demo says that it is one", async () => {
  await renderLayout(TradingLayout, { site: { demo: true } });

  expect(within(screen.getByRole("banner")).getByText("Demo market")).toHaveAttribute(
    "title",
    "Bots trade here with play money. Nothing here has real-world value.",
  );
});

test("a site that is no demo does not mention one", async () => {
  await renderLayout(TradingLayout);

  expect(screen.queryByText("Demo market")).toBeNull();
});

test("the footer offers the way in to visitors only", async () => {
  serveClient();
  await renderLayout(DefaultLayout);
  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");

  act(() => startSession("token"));

  expect(footer.queryByRole("link", { name: "Sign in" })).toBeNull();
  expect(footer.getByRole("link", { name: "Dashboard" })).toBeVisible();
});

test("the footer shows the site's contacts", async () => {
  await renderLayout(DefaultLayout, {
    site: { contacts: { telegram: "@harbour", email: "desk@harbour.example" } },
  });

  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByRole("link", { name: "Telegram" })).toHaveAttribute("href", "https://t.me/harbour");
  expect(footer.getByRole("link", { name: "desk@harbour.example" })).toHaveAttribute(
    "href",
    "mailto:desk@harbour.example",
  );
});

test("banners stand above the page in the personal area", async () => {
  renderPage(
    <PersonalLayout banners={<p>Confirm your identity</p>}>
      <h1>Content</h1>
    </PersonalLayout>,
  );

  const banner = await screen.findByText("Confirm your identity");
  const heading = screen.getByRole("heading", { name: "Content" });
  expect(banner.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
