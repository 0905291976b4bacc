import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { anAnswer } from "@/testing/content";
import { serve, serveNothing } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { FaqPage } from "./faq";

const PASSWORD = anAnswer({
  slug: "forgot-password",
  category: "security",
  question: "I forgot my password?",
});
const FEES = anAnswer({ slug: "fees", category: "trading", question: "What are the fees?" });
const CATEGORIES = [
  { key: "security", name: "Security", count: 1 },
  { key: "trading", name: "Trading", count: 1 },
  { key: "products", name: "Products", count: 0 },
];

/** Serves two questions; only "pass" finds one of them. */
function serveFaq() {
  return serve("get", "/v1/faq", ({ request }) => {
    const { searchParams } = new URL(request.url);
    const q = searchParams.get("q");
    const category = searchParams.get("category");
    const match = { question_html: "I forgot my <mark>pass</mark>word?", snippet_html: "a &lt;b&gt; link" };
    const items = q === null ? [PASSWORD, FEES] : q === "pass" ? [{ ...PASSWORD, match }] : [];
    return {
      items: items.filter((entry) => category === null || entry.category === category),
      categories: CATEGORIES,
      next_cursor: null,
    };
  });
}

beforeEach(() => {
  serveFaq();
});
afterEach(clearSession);

test("a search keeps its words in the URL and marks what matches", async () => {
  const user = renderPage(<FaqPage />, { at: "/faq" });
  expect(await screen.findByText("What are the fees?")).toBeVisible();

  const search = screen.getByRole("searchbox", { name: "Search the FAQ" });
  await user.type(search, "pass");
  expect(await screen.findByText("pass", { selector: "mark" })).toBeVisible();
  expect(screen.getByText("a <b> link")).toBeVisible();
  expect(screen.queryByText("What are the fees?")).toBeNull();
  expect(user.location()).toBe("/faq?q=pass");

  await user.type(search, "port");
  expect(await screen.findByText("No answer to “passport”")).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "#contact");
});

test("questions are filtered by category", async () => {
  const user = renderPage(<FaqPage />, { at: "/faq" });

  expect(await screen.findByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  const categories = screen.getByRole("navigation", { name: "Categories" });
  expect(within(categories).queryByRole("link", { name: "Products" })).toBeNull();
  await user.click(within(categories).getByRole("link", { name: "Trading" }));
  await waitFor(() => expect(screen.queryByText("I forgot my password?")).toBeNull());
  expect(user.location()).toBe("/faq?category=trading");
});

test("a link to an answer opens it, and the reader says whether it helped", async () => {
  const rated = serve("post", "/v1/faq/{id}/helpful", null, 204);
  const user = renderPage(<FaqPage />, { at: "/faq#fees" });

  const answer = (await screen.findByText("What are the fees?")).closest("details") as HTMLElement;
  expect(answer).toHaveAttribute("open");
  expect(screen.getByText("I forgot my password?").closest("details")).not.toHaveAttribute("open");
  expect(within(answer).getByText("Link to this answer")).toHaveAttribute("href", "/faq#fees");

  await user.click(within(answer).getByRole("button", { name: /^No, / }));
  expect(await within(answer).findByText("Thanks for your feedback.")).toBeVisible();
  expect(new URL(rated[0]?.url ?? "").pathname).toBe(`/api/v1/faq/${FEES.id}/helpful`);
  expect(await rated[0]?.json()).toEqual({ helpful: false });
});

test("questions that cannot be loaded can be tried again", async () => {
  serveNothing("get", "/v1/faq");
  const user = renderPage(<FaqPage />, { at: "/faq" });

  const retry = await screen.findByRole("button", { name: "Try again" });
  serveFaq();
  await user.click(retry);
  expect(await screen.findByText("What are the fees?")).toBeVisible();
});

test("a visitor writes to support and gets a ticket", async () => {
  const receipt = { id: "0198", ticket: "CW-000007", created_at: 1_700_000_000 };
  const sent = serve("post", "/v1/feedback", receipt, 201);
  const user = renderPage(<FaqPage />, { at: "/faq" });

  await user.click(await screen.findByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter your email to get a reply.")).toBeVisible();
  expect(screen.queryByText("Images")).toBeNull();
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText("Email"), "pia@example.org");
  await user.click(screen.getByRole("combobox", { name: "Topic" }));
  await user.click(await screen.findByRole("option", { name: "Account and security" }));
  await user.type(screen.getByLabelText("Subject"), "No code");
  await user.type(screen.getByLabelText("Message"), "The code never arrives.");
  await user.click(screen.getByRole("button", { name: "Send" }));

  expect(await screen.findByText("CW-000007")).toBeVisible();
  expect(screen.getByText("The reply arrives by email.")).toBeVisible();
  expect(await sent[0]?.json()).toEqual({
    topic: "account",
    subject: "No code",
    message: "The code never arrives.",
    email: "pia@example.org",
    attachments: [],
  });
});

test("a client is led to the tickets", async () => {
  startSession("secret");
  renderPage(<FaqPage />, { at: "/faq" });

  expect(await screen.findByRole("link", { name: "Open your tickets" })).toHaveAttribute(
    "href",
    "/personal/contact",
  );
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
});
