import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { AuditPage } from "./audit";

const ENTRY = {
  seq: 7,
  at: 1_700_000_000,
  staff_login: "ann",
  act: "level.changed",
  subject: "level:starter",
  detail: {
    site: "localhost",
    before: { name: "Starter" },
    features: ["earn", "spot"],
    is_good: true,
    note: null,
  },
  hash: "a31be0347b95d397470e1ab8a8ba7e065760dc2f12e0316c6ac57b13c524c618",
};

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["audit"] });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("an entry opens to names and values, and leads to those like it", async () => {
  const asked = serve("get", "/operator/audit", { items: [ENTRY], next_cursor: null });
  const user = renderPage(<AuditPage />, { at: "/operator/audit?staff=ann" });

  await user.click(await screen.findByText("level.changed"));
  const facts = within(screen.getByRole("listitem"));
  expect(facts.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "localhost",
    "nameStarter",
    "Starter",
    "earn, spot",
    "Yes",
    "–",
  ]);
  expect(facts.getByRole("button", { name: "Copy hash of entry 7" })).toBeVisible();
  await user.click(facts.getByRole("link", { name: "Only this subject" }));

  expect(user.location()).toBe("/operator/audit?subject=level%3Astarter");
  await expect
    .poll(() => asked.map(({ url }) => new URL(url).searchParams.toString()))
    .toEqual(["limit=50&staff=ann", "limit=50&subject=level%3Astarter"]);
  expect(screen.getByLabelText("Subject")).toHaveValue("level:starter");
});

test.each([
  [{ ok: true, entries: 12, broken_at: null, head: "ab".repeat(32) }, /^Log intact: 12 entries verified/],
  [{ ok: false, entries: 3, broken_at: 4, head: "cd".repeat(32) }, /^Log broken at entry 4, verified/],
])("verifying says what was found: %o", async (report, outcome) => {
  serve("get", "/operator/audit", { items: [], next_cursor: null });
  serve("post", "/operator/audit/verify", report);
  const user = renderPage(<AuditPage />, { at: "/operator/audit" });

  await user.click(await screen.findByRole("button", { name: "Verify" }));

  expect(await screen.findByText(outcome)).toBeVisible();
  expect(screen.getByText(report.head.slice(0, 16))).toBeVisible();
});
