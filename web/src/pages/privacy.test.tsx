import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { PrivacyPage } from "./privacy";

const PAGE = "/v1/pages";

beforeEach(() => void serve("get", PAGE, { items: [] }));

test("the heading keeps the focus of the navigation when the text arrives", async () => {
  let arrive = () => {};
  const text = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  serve("get", PAGE, () => text.then(() => ({ items: [] })));
  renderPage(<PrivacyPage />, { at: "/privacy" });
  const heading = await screen.findByRole("heading", { level: 1 });
  heading.tabIndex = -1;
  heading.focus();

  arrive();

  expect(await screen.findByRole("region", { name: "Cookies" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("each entry of the contents leads to its section", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  const contents = await screen.findByRole("navigation", { name: "On this page" });
  for (const link of within(contents).getAllByRole("link")) {
    const section = screen.getByRole("region", { name: link.textContent ?? "" });
    expect(link).toHaveAttribute("href", `#${section.id}`);
  }
});

test("the cookie policy names every cookie and how long they stay", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  const cookies = await screen.findByRole("region", { name: "Cookies" });
  expect(cookies).toHaveAttribute("id", "cookies");
  expect(
    within(cookies)
      .getAllByRole("term")
      .map((term) => term.textContent),
  ).toEqual(["language", "token", "sid", "device", "knock"]);
  expect(within(cookies).getAllByText("7 days, or until you sign out")).toHaveLength(2);
});

test("every record kept in the browser is named", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  const storage = within(await screen.findByRole("region", { name: "Storage in your browser" }));
  expect(storage.getAllByRole("listitem").map((item) => item.textContent?.split(" –")[0])).toEqual([
    "cw:cookie-consent",
    "cw:favourites",
    "cw:chart",
    "cw:trading-layouts",
    "cw:last-pair",
    "cw:tape-least",
    "cw:book",
    "cw:trading-tab",
    "cw:hotkeys",
    "cw:portfolio-view",
    "cw:account:id",
    "cw:account:…:appearance",
    "cw:account:…:favourites",
    "cw:account:…:chart",
    "cw:account:…:trading-layouts",
    "cw:account:…:order-desk",
    "cw:account:…:one-click",
    "cw:account:…:money-requests",
    "cw:account:…:fill-sound",
    "cw:account:…:unsaved-settings",
    "cw:chunk-reloaded-at",
    "tsr-scroll-restoration-v1_3",
    "offline-…",
    "Push subscription",
  ]);
  expect(storage.getByText("operator-sid, operator-device, operator-token, cw:console-keys")).toBeVisible();
});

const policy = {
  slug: "privacy",
  title: "How Harbour treats your data",
  body_html: "<p>We are careful.</p><h2>Who we are</h2><p>Harbour Ltd.</p>",
  updated_at: 1_000_000_000,
  language: "en",
};

const contents = async () => {
  const list = within(await screen.findByRole("navigation", { name: "On this page" }));
  return list.getAllByRole("link").map((link) => link.textContent);
};

test("a site's own policy takes the place of the built-in one, with the cookies after it", async () => {
  serve("get", PAGE, { items: [policy] });
  renderPage(<PrivacyPage />, { at: "/privacy" });

  expect(await screen.findByRole("heading", { level: 1, name: policy.title })).toBeVisible();
  expect(await contents()).toEqual([
    "In short",
    "Who we are",
    "Cookies",
    "Your choice",
    "Storage in your browser",
  ]);
  expect(within(screen.getByRole("region", { name: "Who we are" })).getByText("Harbour Ltd.")).toBeVisible();
  expect(screen.queryByText("Server logs")).toBeNull();
});

test("a policy that cannot be loaded is not replaced by another", async () => {
  serveProblem("get", PAGE, { status: 500, code: "INTERNAL" });
  const user = renderPage(<PrivacyPage />, { at: "/privacy" });
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("Server logs")).toBeNull();

  serve("get", PAGE, { items: [policy] });
  await user.click(retry);

  expect(await screen.findByText("Harbour Ltd.")).toBeVisible();
});

test("the charts are attributed to TradingView, with a link", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  const others = within(await screen.findByRole("region", { name: "Third parties" }));
  const link = others.getByRole("link", { name: "Lightweight Charts by TradingView" });
  expect(link).toHaveAttribute("href", "https://www.tradingview.com/");
});

test("a site without support chat says that it has none", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  expect(await screen.findByText(/This site has no support chat/)).toBeVisible();
});

test("a site with support chat says who provides it and to whom it is shown", async () => {
  const chatwoot = { domain: "chat.harbour.example", token: "t", secret: "", pages: "all" as const };
  renderPage(<PrivacyPage />, { at: "/privacy", site: { chatwoot } });

  expect(await screen.findByText(/it loads from chat\.harbour\.example/)).toBeVisible();
  const cookies = within(screen.getByRole("region", { name: "Cookies" }));
  expect(cookies.getAllByRole("term").map((term) => term.textContent)).toEqual([
    "language",
    "token",
    "sid",
    "device",
    "knock",
    "cw_conversation",
    "cw_user_t",
    "cw_snooze_campaigns_till",
  ]);
  expect(cookies.getAllByText("Up to 1 year")).toHaveLength(2);
  expect(screen.getByText(/The support chat in the personal area sets its own/)).toBeVisible();
});

test("questions go to the site's contacts", async () => {
  const contacts = { telegram: "", email: "desk@harbour.example" };
  renderPage(<PrivacyPage />, { at: "/privacy", site: { contacts } });

  const contact = within(await screen.findByRole("region", { name: "Contact" }));
  expect(contact.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "mailto:desk@harbour.example",
  ]);
});

test("a site without contacts says so", async () => {
  renderPage(<PrivacyPage />, { at: "/privacy" });

  expect(
    await screen.findByText("The operator of this site hasn’t published contact details yet."),
  ).toBeVisible();
});
