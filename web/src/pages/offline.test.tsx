import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/testing/render-page";
import { OfflinePage } from "./offline";

test("the offline screen says so, names the site and shows no figure", async () => {
  renderPage(<OfflinePage />, { site: { sitename: "Harbour" } });

  expect(await screen.findByRole("heading", { level: 1, name: "You’re offline" })).toBeVisible();
  expect(screen.getByText("Harbour")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(document.title).toBe("You’re offline | Harbour");
  expect(document.body.textContent).not.toMatch(/\d/);
});
