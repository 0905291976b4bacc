import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setOperatorToken } from "@/session/operator";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OperatorLayout } from "./operator-layout";

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  setOperatorToken("secret");
});
afterEach(() => {
  setOperatorToken(null);
  window.history.replaceState(null, "", "/");
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
});

test("the menu scrolls to the open page once the operator's permissions are known", async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.textContent);
  });
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["levels"], idle_limit: 1800 });

  renderPage(<OperatorLayout>Content</OperatorLayout>, { at: "/operator/levels" });

  expect(await screen.findByRole("link", { name: "Levels" })).toHaveAttribute("aria-current", "page");
  await waitFor(() => expect(scrolledTo).toEqual(["Levels"]));
});
