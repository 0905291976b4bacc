import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCase, renderKycReview, serveCases } from "@/testing/kyc-review";

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });

test("a case shows who waits since when, what to compare, and its pictures by the operator's token", async () => {
  const { pictures } = serveCases(aCase("a", "Ada"));
  const { user } = renderKycReview("/operator/kyc");

  const line = await screen.findByRole("link", { name: /Ada Lovelace/ });
  expect(line).toHaveTextContent("2 h 5 min");
  expect(line).toHaveTextContent("Passport · United Kingdom");
  await user.click(line);

  expect(await heading("Ada King Lovelace")).toHaveFocus();
  expect(screen.getByText("10.12.1985")).toBeVisible();
  const board = screen.getByRole("region", { name: "Photos" });
  expect(await within(board).findByRole("img", { name: "Document, front" })).toBeVisible();
  expect(await within(board).findByRole("img", { name: "Selfie" })).toBeVisible();
  expect(pictures.map(({ headers }) => headers.get("X-Operator-Token"))).toEqual(["secret", "secret"]);
  expect(screen.getByRole("link", { name: /Ada Lovelace/ })).toHaveAttribute("aria-current", "page");
});

test("J and K walk the queue, ? lists the keys, Esc closes, and they can be switched off", async () => {
  serveCases(aCase("a", "Ada"), aCase("b", "Bob"));
  const { user, location } = renderKycReview("/operator/kyc");
  await screen.findByRole("link", { name: /Ada/ });

  await user.keyboard("j");
  await heading("Ada King Lovelace");
  await user.keyboard("{ArrowDown}");
  await heading("Bob King Lovelace");
  await user.keyboard("j");
  expect(location()).toBe("/operator/kyc/b");
  await user.keyboard("k");
  await heading("Ada King Lovelace");

  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Shortcuts" });
  await user.click(within(list).getByRole("switch", { name: "Single-key shortcuts" }));
  await user.keyboard("j{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("j");
  expect(location()).toBe("/operator/kyc/a");
});

test("a picture is zoomed by its buttons and keys, and compared at full size", async () => {
  const { pictures } = serveCases(aCase("a", "Ada"));
  const { user } = renderKycReview("/operator/kyc/a");
  const front = await screen.findByRole("figure", { name: "Document, front" });

  await user.click(within(front).getByRole("button", { name: "Zoom in: Document, front" }));
  expect(within(front).getByText("150%")).toBeVisible();
  await user.keyboard("+");
  expect(within(front).getByText("225%")).toBeVisible();
  await user.keyboard("0");
  expect(within(front).queryByText(/%/)).toBeNull();

  await user.click(screen.getByRole("button", { name: "Compare" }));
  const dialog = await screen.findByRole("dialog", { name: "Ada King Lovelace: document and selfie" });
  expect(await within(dialog).findByRole("img", { name: "Document, front" })).toBeVisible();
  expect(await within(dialog).findByRole("img", { name: "Selfie" })).toBeVisible();
  // Every access to a file is audited, so a picture is not fetched twice.
  expect(pictures).toHaveLength(2);
});

test("the queue can show other cases, and the address keeps which", async () => {
  serveCases(aCase("a", "Ada", { status: "rejected" }));
  const { user, location } = renderKycReview("/operator/kyc");
  expect(await screen.findByText("Queue is empty")).toBeVisible();

  await user.click(screen.getByRole("combobox", { name: "Case status" }));
  await user.click(await screen.findByRole("option", { name: "Rejected" }));
  expect(await screen.findByRole("link", { name: /Ada/ })).toHaveAttribute(
    "href",
    "/operator/kyc/a?status=rejected",
  );
  expect(location()).toBe("/operator/kyc?status=rejected");
});

test("a client who has sent nothing has no case", async () => {
  serveCases();
  renderKycReview("/operator/kyc/nobody");

  expect(await screen.findByText("Case not found")).toBeVisible();
});
