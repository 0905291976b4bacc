import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadCurrentClient } from "@/session/client";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { TermsDialog } from "./terms-dialog";

const ACCEPTANCE = "/v1/terms/acceptance";

beforeEach(async () => {
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [], asks_terms: true });
  serveTerms(3);
  startSession("token");
  await loadCurrentClient();
});
afterEach(clearSession);

const serveTerms = (version: number) =>
  serve("get", "/v1/pages", { items: [{ slug: "terms", title: "Terms", version }] });
const dialog = () => screen.findByRole("dialog", { name: "Our terms have changed" });
const press = async (user: ReturnType<typeof renderPage>, name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
};

test("new terms are accepted as they were shown, and then asked for no more", async () => {
  const accepted = serve("post", ACCEPTANCE, {}, 200);
  const user = renderPage(<TermsDialog />, { at: "/personal/dashboard" });
  expect(await dialog()).toBeVisible();
  expect(screen.getByRole("link", { name: "new terms" })).toHaveAttribute("href", "/terms");

  await user.keyboard("{Escape}");
  await press(user, "Accept");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await accepted[0]?.json()).toEqual({ version: 3 });
});

test("terms that have changed once more are read again", async () => {
  serveProblem("post", ACCEPTANCE, { status: 409, code: "TERMS_CHANGED", detail: "Read them again." });
  const user = renderPage(<TermsDialog />, { at: "/personal/dashboard" });
  await dialog();
  const asked = serveTerms(4);

  await press(user, "Accept");

  expect(await screen.findByText(/Read them again/)).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(1));
  const accepted = serve("post", ACCEPTANCE, {}, 200);
  await press(user, "Accept");
  await waitFor(() => expect(accepted).toHaveLength(1));
  expect(await accepted[0]?.json()).toEqual({ version: 4 });
});

test("whoever does not accept them signs out", async () => {
  serve("delete", "/v1/token", {}, 200);
  const user = renderPage(<TermsDialog />, { at: "/personal/dashboard" });

  await press(user, "Sign out");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(isSignedIn()).toBe(false);
});

test.each(["/terms", "/privacy"])("%s can be read without the question", async (at) => {
  renderPage(
    <>
      <TermsDialog />
      <p>The text</p>
    </>,
    { at },
  );

  expect(await screen.findByText("The text")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});
