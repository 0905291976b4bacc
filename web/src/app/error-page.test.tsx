import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { ProblemError } from "@/api/problem-error";
import { saveConsent } from "@/features/consent/model";
import { clearSession, startSession } from "@/session/session";
import { aSite } from "@/testing/builders";
import { aPage, renderApp } from "@/testing/render-app";
import { documentNavigation } from "./document-navigation";

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let reported: MockInstance<(...parts: unknown[]) => void>;

beforeEach(() => {
  saveConsent("rejected");
  sessionStorage.clear();
  // React logs each error it passes to a boundary; here they are expected.
  reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(clearSession);

const findError = (status: number) => screen.findByRole("heading", { name: `${status} Error` });
const supportLink = () => screen.getByRole("link", { name: "Contact support" });

const aBrokenPage = (path: string, error: unknown) =>
  aPage(path, [], {
    page: async () => () => {
      throw error;
    },
  });

function PageThatBreaks() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error("broken");
  return (
    <main>
      <h1>Fees</h1>
      <button type="button" onClick={() => setIsBroken(true)}>
        Break
      </button>
    </main>
  );
}

test("an unknown path shows the 404 page with the path", async () => {
  renderApp([aPage("/")], { at: "/no/such/page?x=1" });

  expect(await findError(404)).toBeVisible();
  expect(screen.getByText("Page not found")).toBeVisible();
  expect(screen.getByText("Page not found: /no/such/page")).toBeVisible();
  expect(screen.getByRole("link", { name: "Homepage" })).toHaveAttribute("href", "/");
  expect(document.title).toBe("Page not found | Clearwater");
});

test("the next page leaves the error behind", async () => {
  const { router } = renderApp([aPage("/")], { at: "/no/such/page" });
  await findError(404);

  await act(() => router.navigate({ to: "/" }));

  expect(await screen.findByRole("heading", { name: "Page /" })).toBeVisible();
  expect(document.title).toBe("Title of / | Clearwater");
});

test("a page that cannot be rendered shows the 500 page", async () => {
  renderApp([aBrokenPage("/", new Error("undefined is not a function"))]);

  expect(await findError(500)).toBeVisible();
  expect(screen.getByText("Internal Server Error")).toBeVisible();
  expect(screen.queryByText(/undefined is not a function/)).toBeNull();
  expect(document.title).toBe("Internal Server Error | Clearwater");
});

test("an id that the server does not know shows the 404 page", async () => {
  const unknown = { title: "Not found", detail: "There is no such article.", code: "NOT_FOUND" };
  renderApp([aBrokenPage("/", new ProblemError(404, unknown))]);

  expect(await findError(404)).toBeVisible();
  expect(screen.getByText("There is no such article.")).toBeVisible();
});

test("an unknown guard in a rule shows the 500 page", async () => {
  renderApp([aPage("/")], { rules: { "/": { app_middleware: { "no-such-guard": true } } } });

  expect(await findError(500)).toBeVisible();
  expect(reported.mock.calls.flat()).toContainEqual(new Error("Unknown route middleware"));
});

test.each([
  [{ telegram: "@lagoon", email: "help@lagoon.example" }, "https://t.me/lagoon"],
  [{ telegram: "", email: "help@lagoon.example" }, "mailto:help@lagoon.example"],
  [{ telegram: "", email: "" }, "/faq"],
])("visitors reach the site's support by %j", async (contacts, address) => {
  renderApp([], { at: "/x", site: aSite({ contacts }) });
  await findError(404);

  expect(supportLink()).toHaveAttribute("href", address);
});

test("clients reach support from their own area", async () => {
  startSession("secret");
  renderApp([], { at: "/x", site: aSite({ contacts: { telegram: "@lagoon", email: "" } }) });
  await findError(404);

  expect(supportLink()).toHaveAttribute("href", "/personal/contact");
});

test("a bot keeps what was already rendered", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(GOOGLEBOT);
  const { user } = renderApp([aPage("/", [], { page: async () => PageThatBreaks })]);

  await user.click(await screen.findByRole("button", { name: "Break" }));

  await waitFor(() => expect(reported).toHaveBeenCalled());
  expect(within(screen.getByRole("main")).getByRole("heading", { name: "Fees" })).toBeVisible();
  expect(screen.queryByText("Internal Server Error")).toBeNull();
});

test("a bot that meets an unknown path sees the 404 page", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(GOOGLEBOT);
  renderApp([], { at: "/x" });

  expect(await findError(404)).toBeVisible();
});

test("a chunk that is still missing after the reload shows the 500 page", async () => {
  const reload = vi.spyOn(documentNavigation, "reload").mockImplementation(() => undefined);
  sessionStorage.setItem("cw:chunk-reloaded-at", String(Date.now() - 3_000));
  renderApp([aPage("/", [], { page: () => Promise.reject(new TypeError("Failed to fetch")) })]);

  expect(await findError(500)).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

// Must be last: it leaves the document reloading.
test("a missing chunk reloads the pending address, but only for those who go there", async () => {
  const reload = vi.spyOn(documentNavigation, "reload").mockImplementation(() => undefined);
  const missing = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  const { router, user } = renderApp([aPage("/", ["/earn"]), aPage("/earn", [], { page: missing })]);

  await user.hover(await screen.findByRole("link", { name: "To /earn" }));
  await waitFor(() => expect(missing).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();

  await user.click(screen.getByRole("link", { name: "To /earn" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(router.history.location.href).toBe("/earn");
  expect(screen.queryByText("Internal Server Error")).toBeNull();
});
