import { createEvent, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aPage, renderApp } from "@/testing/render-app";
import { ArticleBody } from "./article-body";

const HTML = `<p><a href="/faq?q=fees#first"><strong>Fees</strong></a> <a href="https://example.org/">Elsewhere</a>
  <a href="/api/v1/news.rss">Feed</a> <a href="mailto:help@example.org">Mail</a></p>`;

function openArticle() {
  const article = { ...aPage("/article"), page: async () => () => <ArticleBody html={HTML} language="en" /> };
  return renderApp([article, aPage("/faq")], { at: "/article" });
}

test("a link to a page of the site is opened without loading a document", async () => {
  const { user, location } = openArticle();

  await user.click(await screen.findByText("Fees"));

  expect(await screen.findByRole("heading", { name: "Page /faq" })).toBeVisible();
  expect(location()).toBe("/faq?q=fees#first");
});

test.each([
  { name: "Elsewhere", modifiers: {} },
  { name: "Feed", modifiers: {} },
  { name: "Mail", modifiers: {} },
  { name: "Fees", modifiers: { ctrlKey: true } },
  { name: "Fees", modifiers: { metaKey: true } },
  { name: "Fees", modifiers: { shiftKey: true } },
])("a click on $name with $modifiers is left to the browser", async ({ name, modifiers }) => {
  const { location } = openArticle();
  const click = createEvent.click(await screen.findByRole("link", { name }), modifiers);
  // What reaches the document was not handled; jsdom cannot load another one.
  let isHandled = true;
  document.addEventListener(
    "click",
    (event) => {
      isHandled = event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );

  fireEvent(screen.getByRole("link", { name }), click);

  expect(isHandled).toBe(false);
  expect(location()).toBe("/article");
});
