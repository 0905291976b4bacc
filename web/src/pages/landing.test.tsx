import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as pagePaths from "@/lib/page-paths";
import { renderPage } from "@/testing/render-page";
import { LandingPage } from "./landing";

const headline = { name: "An exchange you can see to the bottom of" };

function pretendPageExists(path: string) {
  vi.spyOn(pagePaths, "pageExists").mockImplementation((candidate) => candidate === path);
}

/** Shows the whole page: its bands follow the first screen. */
async function showLanding(options?: Parameters<typeof renderPage>[1]) {
  const user = renderPage(<LandingPage />, options);
  await screen.findByRole("region", { name: "Questions" });
  return user;
}

test("before sign-up exists the first action leads to how funds are kept", async () => {
  pretendPageExists("/");
  await showLanding();

  const hero = within(screen.getByRole("region", headline));
  expect(hero.getByRole("link", { name: "See how funds are kept" })).toHaveAttribute(
    "href",
    "#how-funds-are-kept",
  );
  expect(hero.getByText("Accounts are not open on this site yet.")).toBeVisible();
  expect(screen.getByRole("region", { name: "How funds are kept" })).toHaveAttribute(
    "id",
    "how-funds-are-kept",
  );
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("once sign-up exists the first action hands the e-mail address to it", async () => {
  pretendPageExists("/register");
  await showLanding();

  const email = await screen.findByRole("textbox", { name: "E-mail address" });

  expect(email).toHaveAttribute("name", "email");
  expect(email).toBeRequired();
  const form = email.closest("form");
  expect(form).toHaveAttribute("action", "/register");
  expect(form).toHaveAttribute("method", "get");
  expect(screen.getByRole("button", { name: "Create account" })).toHaveAttribute("type", "submit");
  expect(screen.queryByText("Accounts are not open on this site yet.")).toBeNull();
});

const DESIGN_REMARK = "This is the design. Each page opens on this site when it works, and not before.";

test("before there is trading, what is told of it is called the design", async () => {
  await showLanding();

  for (const name of [
    "How it works",
    "How funds are kept",
    "Every refusal explains itself",
    "An order for what you mean",
  ]) {
    expect(within(screen.getByRole("region", { name })).getByText(DESIGN_REMARK)).toBeVisible();
  }
});

test("once there is trading, it is told as a fact", async () => {
  pretendPageExists("/trading");
  await showLanding();

  expect(screen.queryByText(DESIGN_REMARK)).toBeNull();
});

test("the page speaks of the site by its own name", async () => {
  await showLanding({ site: { sitename: "Harbour" } });

  expect(await screen.findByText(/The software behind Harbour is built on/)).toBeVisible();
  expect(screen.queryByText(/Clearwater/)).toBeNull();
});

test("a question opens its answer", async () => {
  const user = await showLanding();
  const question = await screen.findByText("Can I open an account today?");
  const answer = screen.getByText("Yes. An e-mail address and a password are enough to begin.");
  expect(answer).not.toBeVisible();

  await user.click(question);

  expect(answer).toBeVisible();
});

test("only a demo answers whether its market is real", async () => {
  await showLanding();

  expect(screen.queryByText("Is this market real?")).toBeNull();
});

test("a demo answers whether its market is real", async () => {
  await showLanding({ site: { demo: true } });

  expect(await screen.findByText("Is this market real?")).toBeVisible();
});
