import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OperatorAccountPage } from "./account";

beforeEach(() => {
  window.history.replaceState(null, "", "/operator/account");
  serve("get", "/operator/me", {
    login: "ann",
    role: "admin",
    permissions: [],
    expires_at: 1_700_030_000,
    idle_limit: 1800,
  });
  serve("get", "/operator/account", {
    login: "ann",
    role: "admin",
    enrolled_at: 1_700_000_000,
    passkeys: [{ id: "p1", name: "Desk key", created_at: 1_700_000_000, last_used_at: null }],
    sessions: [
      {
        id: "s1",
        device: "Firefox",
        ip: "10.0.0.1",
        created_at: 1_700_000_000,
        last_seen_at: 1_700_000_500,
        current: true,
      },
      {
        id: "s2",
        device: "curl",
        ip: "10.0.0.2",
        created_at: 1_700_000_000,
        last_seen_at: 1_700_000_400,
        current: false,
      },
    ],
  });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("a new password needs the present one, and a wrong one is said at its field", async () => {
  const changed = serveProblem("patch", "/operator/account/password", {
    status: 401,
    code: "INVALID_CREDENTIALS",
    detail: "Incorrect password.",
  });
  const user = renderPage(<OperatorAccountPage />);

  await user.click(await screen.findByLabelText("Current password"));
  await user.paste("guess");
  await user.click(screen.getByLabelText("New password"));
  await user.paste("too short");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Use at least 12 characters.")).toBeVisible();
  expect(changed).toHaveLength(0);
  await user.click(screen.getByLabelText("New password"));
  await user.paste(" but not any more");
  await user.click(screen.getByRole("button", { name: "Change password" }));

  expect(await screen.findByText("Incorrect password.")).toBeVisible();
  expect(await changed[0]?.json()).toEqual({
    current_password: "guess",
    password: "too short but not any more",
  });
});

test("the authenticator app is replaced only once a code of the new one is right", async () => {
  serve("post", "/operator/account/totp", { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://x", setup: "ab12" });
  const confirmed = serve("patch", "/operator/account/totp", null, 204);
  const user = renderPage(<OperatorAccountPage />);

  await user.click(await screen.findByRole("button", { name: "Replace" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set up your authenticator app" }));
  expect(dialog.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
  await user.click(dialog.getByLabelText(/^Code from the app/));
  await user.paste("123456");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));

  await waitFor(() => expect(confirmed).toHaveLength(1));
  expect(await confirmed[0]?.json()).toEqual({ setup: "ab12", code: "123456" });
});

test("a passkey is removed after a question, and other sessions are ended", async () => {
  const removed = serve("delete", "/operator/account/passkeys/{passkey_id}", null, 204);
  const ended = serve("delete", "/operator/account/sessions", null, 204);
  const user = renderPage(<OperatorAccountPage />);

  await user.click(await screen.findByRole("button", { name: "Remove passkey Desk key" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove passkey Desk key?" }));
  await user.click(question.getByRole("button", { name: "Remove passkey" }));
  await waitFor(() => expect(removed).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Sign out all others" }));

  await waitFor(() => expect(ended).toHaveLength(1));
});
