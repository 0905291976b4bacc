import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aNotice, serveNotices } from "@/testing/notices";
import { renderPage } from "@/testing/render-page";
import { NoticesPage } from "./notices";

const approved = () => aNotice({ kind: "kyc", data: { status: "approved" }, read_at: 1_800_000_001 });

test("notices are filtered by type and by whether they are read", async () => {
  serveNotices([aNotice(), approved()]);
  const user = renderPage(<NoticesPage />);
  expect(await screen.findByRole("link", { name: /Identity verified/ })).toHaveAttribute(
    "href",
    "/personal/kyc",
  );

  await user.click(screen.getByRole("checkbox", { name: "Unread only" }));
  await expect.poll(() => screen.queryByRole("link", { name: /Identity verified/ })).toBeNull();
  expect(screen.getByRole("link", { name: /reached/ })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("No notifications match these filters")).toBeVisible();
});

test("without notices the page says what will appear", async () => {
  serveNotices();
  renderPage(<NoticesPage />);

  expect(await screen.findByText("Fills, deposits, price alerts and news appear here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
});
