import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { StaffPage } from "./staff";

const aMember = (login: string, parts: object = {}) => ({
  id: login,
  login,
  role: "support",
  is_active: true,
  created_at: 1_700_000_000,
  ...parts,
});

const secrets = (login: string) => ({
  ...aMember(login),
  password: "correct horse",
  totp_secret: "JBSWY3DPEHPK3PXP",
  totp_uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
});

const openDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["staff"] });
  const items = [aMember("sam"), aMember("ann", { role: "admin" })];
  serve("get", "/operator/staff", { items, next_cursor: null });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("a colleague is added, and what they sign in with is shown until it is handed over", async () => {
  const added = serve("post", "/operator/staff", secrets("vera"), 201);
  const user = renderPage(<StaffPage />);

  await user.click(await screen.findByRole("button", { name: "Add a colleague" }));
  const draft = await openDialog("Add a colleague");
  await user.click(draft.getByLabelText("Login"));
  await user.paste("Vera");
  await user.click(draft.getByLabelText("Compliance"));
  await user.click(draft.getByRole("button", { name: "Add the colleague" }));

  const handover = await openDialog("Hand this over");
  expect(await added[0]?.json()).toEqual({ login: "vera", role: "compliance" });
  expect(handover.getByRole("img", { name: /QR code.*vera/ })).toBeVisible();
  await user.click(handover.getByRole("button", { name: "Show password" }));
  expect(handover.getByText("correct horse")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(handover.getByText("correct horse")).toBeVisible();
  await user.click(handover.getByRole("button", { name: "I have handed it over" }));
  await waitFor(() => expect(screen.queryByText("correct horse")).toBeNull());
});

test("others are switched off after a question, oneself is left alone, and a refusal is said", async () => {
  const changed = serveProblem("patch", "/operator/staff/{staff_id}", {
    status: 409,
    code: "STATE_CONFLICT",
    detail: "This is the last admin; make another one first.",
  });
  const user = renderPage(<StaffPage />);

  await user.click(await screen.findByRole("button", { name: "Change sam" }));
  expect(screen.queryByRole("button", { name: "Change ann", hidden: true })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Switch off" }));
  const question = await openDialog("Switch sam off?");
  await user.click(question.getByRole("button", { name: "Switch off" }));

  expect(await question.findByRole("alert")).toHaveTextContent("This is the last admin");
  expect(await changed[0]?.json()).toEqual({ is_active: false });
});
