import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OperatorOverviewPage } from "./overview";

beforeEach(() => window.history.replaceState(null, "", "/operator"));
afterEach(() => window.history.replaceState(null, "", "/"));

function serveOverview(permissions: string[]) {
  serve("get", "/operator/me", { login: "ann", role: "support", permissions });
  serve("get", "/operator/health", { database: "ok", outbox_waiting: 3, outbox_failing: 2, sessions: 5 });
  const cases = serve("get", "/operator/kyc", { items: [], next_cursor: null });
  const tickets = serve("get", "/operator/feedback", { items: [{}, {}, {}, {}], next_cursor: "more" });
  serve("get", "/operator/withdrawals", { items: [{}, {}], next_cursor: null });
  serve("get", "/operator/wallet-incidents", { items: [{}], next_cursor: null });
  return { cases, tickets };
}

test("what waits leads to where it is worked on", async () => {
  serveOverview(["health", "kyc", "feedback", "outbox"]);
  renderPage(<OperatorOverviewPage />);

  expect(await screen.findByRole("link", { name: "Open tickets4 or more" })).toHaveAttribute(
    "href",
    "/operator/feedback",
  );
  expect(await screen.findByRole("link", { name: "Identity verificationQueue is empty" })).toHaveAttribute(
    "href",
    "/operator/kyc",
  );
  expect(await screen.findByRole("link", { name: "Failed emails2" })).toHaveAttribute(
    "href",
    "/operator/outbox?status=failing",
  );
  expect(screen.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  expect(screen.getByText("5")).toBeVisible();
});

test("treasury sees withdrawals under review and open incidents", async () => {
  serveOverview(["health", "ledger", "ledger_adjust", "withdrawals"]);
  renderPage(<OperatorOverviewPage />);

  expect(await screen.findByRole("link", { name: "Withdrawals under review2" })).toHaveAttribute(
    "href",
    "/operator/withdrawals",
  );
  expect(await screen.findByRole("link", { name: "Open wallet incidents1" })).toHaveAttribute(
    "href",
    "/operator/incidents",
  );
});

test("what the role may not work on is neither shown nor counted", async () => {
  const { cases } = serveOverview(["health", "feedback"]);
  renderPage(<OperatorOverviewPage />);

  expect(await screen.findByRole("link", { name: /^Open tickets/ })).toBeVisible();
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(cases).toHaveLength(0);
});
