import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { TermsPage } from "./terms";

test("the terms that a site has published are shown by their headings", async () => {
  const body_html = "<p>Welcome.</p><h2>Fees</h2><p>As shown before each order.</p>";
  serve("get", "/v1/pages", { items: [{ slug: "terms", title: "Our terms", body_html, language: "en" }] });
  renderPage(<TermsPage />, { at: "/terms" });

  expect(await screen.findByRole("heading", { level: 1, name: "Our terms" })).toBeVisible();
  expect(screen.getByRole("region", { name: "Fees" })).toHaveTextContent("As shown before each order.");
});

test("a site without terms says so, and leads to its policy", async () => {
  serve("get", "/v1/pages", { items: [] });
  renderPage(<TermsPage />, { at: "/terms" });

  expect(await screen.findByText("No terms published")).toBeVisible();
  expect(screen.getByRole("link", { name: "Privacy policy" })).toHaveAttribute("href", "/privacy");
});
