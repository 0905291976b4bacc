import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OutboxPage } from "./outbox";

type Mail = components["schemas"]["MailView"];

const aMail = (parts: Partial<Mail> = {}): Mail => ({
  id: "m1",
  recipient: "in***@example.org",
  subject: "Confirm your address",
  status: "waiting",
  created_at: 1_700_000_000,
  sent_at: null,
  attempts: 0,
  next_attempt_at: 1_700_000_000,
  last_error: null,
  ...parts,
});

const serveMails = (items: Mail[]) => serve("get", "/operator/outbox", { items, next_cursor: null });

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["outbox"] });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("mails that nobody has tried to send say why they may be here", async () => {
  serveMails([aMail()]);
  renderPage(<OutboxPage />, { at: "/operator/outbox" });

  expect(await screen.findByText(/Without a mail server \(SMTP_URL\), they stay here/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Confirm your address" })).toHaveAttribute(
    "href",
    "/operator/outbox/m1",
  );
  expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
});

test("a failing mail shows its error and is tried again", async () => {
  const failing = aMail({ status: "failing", attempts: 2, last_error: "550 no such mailbox" });
  serveMails([failing, aMail({ id: "m2", subject: "Welcome", status: "sent", sent_at: 1_700_000_000 })]);
  const retried = serve("post", "/operator/outbox/{mail_id}/retry", failing);
  const user = renderPage(<OutboxPage />, { at: "/operator/outbox" });

  const row = within(await screen.findByRole("row", { name: /Confirm your address/ }));
  expect(row.getByText("550 no such mailbox")).toBeVisible();
  expect(row.getByText(/^Attempt 3: /)).toBeVisible();
  expect(screen.queryByText(/SMTP_URL/)).toBeNull();
  await user.click(row.getByRole("button", { name: "Retry: Confirm your address" }));

  await expect
    .poll(() => retried.map(({ url }) => new URL(url).pathname))
    .toEqual(["/api/operator/outbox/m1/retry"]);
});

test("the filter stands in the address and is asked for", async () => {
  const asked = serveMails([]);
  const user = renderPage(<OutboxPage />, { at: "/operator/outbox?status=failing" });

  expect(await screen.findByText("No emails match these filters")).toBeVisible();
  await user.click(screen.getByLabelText("Recipient’s email address"));
  await user.paste("ines@example.org");
  await user.click(screen.getByRole("button", { name: "Search" }));

  await expect.poll(user.location).toBe("/operator/outbox?to=ines%40example.org&status=failing");
  await expect
    .poll(() => asked.map(({ url }) => new URL(url).searchParams.toString()))
    .toEqual(["limit=50&status=failing", "limit=50&to=ines%40example.org&status=failing"]);
});
