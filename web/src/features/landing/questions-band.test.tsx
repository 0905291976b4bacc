import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anAnswer } from "@/testing/content";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { QuestionsBand } from "./questions-band";

const empty = { items: [], categories: [], next_cursor: null };

test("six questions of the FAQ lead to their answers", async () => {
  const items = [anAnswer({ slug: "open-account", question: "Can I open an account today?" }), anAnswer()];
  const asked = serve("get", "/v1/faq", { ...empty, items });
  renderPage(<QuestionsBand />);

  expect(await screen.findByRole("link", { name: "Can I open an account today?" })).toHaveAttribute(
    "href",
    "/faq#open-account",
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(asked[0]?.url).toContain("limit=6");
});

test("a site without a FAQ says so", async () => {
  serve("get", "/v1/faq", empty);
  renderPage(<QuestionsBand />);

  expect(await screen.findByText("No questions yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "All questions and support" })).toHaveAttribute("href", "/faq");
});

test("questions that cannot be loaded are asked for again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveProblem("get", "/v1/faq", { status: 500, code: "INTERNAL" });
  renderPage(<QuestionsBand />);
  expect(await screen.findByText("Couldn’t load this. Retrying in a moment.")).toBeVisible();

  const items = [anAnswer({ question: "What does a trade cost?" })];
  serve("get", "/v1/faq", { ...empty, items });
  await vi.advanceTimersByTimeAsync(61_000);

  expect(await screen.findByText("What does a trade cost?")).toBeVisible();
  vi.useRealTimers();
});
