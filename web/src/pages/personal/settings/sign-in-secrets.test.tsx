import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings, serveChange } from "@/testing/render-settings";

beforeEach(() => {
  serve("get", "/v1/client/passkeys", { items: [], next_cursor: null });
});

const openDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("the score says what is missing and leads there", async () => {
  renderSettings("security", { security: { totp: true, passkeys: 0 } });

  expect(await screen.findByText("2 of 4 set up")).toBeVisible();
  expect(screen.getByRole("link", { name: "Passkey" })).toHaveAttribute(
    "href",
    "/personal/settings#passkeys",
  );
  expect(screen.getByRole("link", { name: "Anti-phishing code" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Two-factor authentication (2FA)" })).toBeNull();
});

test("a password is changed by whoever knows the old one", async () => {
  const requests = serve("patch", "/v1/client/password", null, 204);
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Change password" }));
  const dialog = await openDialog("Change your password");
  await fill(user, dialog.getByLabelText("Current password"), "the old one");
  await fill(user, dialog.getByLabelText("New password"), "correct horse battery");
  await user.click(dialog.getByRole("button", { name: "Set new password" }));

  expect(await screen.findByText("Password changed")).toBeVisible();
  expect(await bodiesOf(requests)).toEqual([
    { current_password: "the old one", password: "correct horse battery" },
  ]);
});

test("a wrong, a short and a common password are each refused at their field", async () => {
  serveProblem("patch", "/v1/client/password", { status: 401, code: "INVALID_CREDENTIALS" });
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Change password" }));
  const dialog = await openDialog("Change your password");
  await fill(user, dialog.getByLabelText("Current password"), "wrong");
  await fill(user, dialog.getByLabelText("New password"), "short");
  await user.click(dialog.getByRole("button", { name: "Set new password" }));
  expect(dialog.getByLabelText("New password")).toBeInvalid();

  await fill(user, dialog.getByLabelText("New password"), "long enough now");
  await user.click(dialog.getByRole("button", { name: "Set new password" }));
  expect(await dialog.findByText("Incorrect password.")).toBeVisible();

  serveProblem("patch", "/v1/client/password", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [{ field: "password", code: "password_common", message: "Many people use this password." }],
  });
  await user.click(dialog.getByRole("button", { name: "Set new password" }));
  expect(await dialog.findByText("Many people use this password.")).toBeVisible();
});

test("an e-mail address changes with the code sent to the new one", async () => {
  const asked = serve("post", "/v1/client/email", { retry_after: 60 }, 202);
  const { account, user } = renderSettings("security", { email: "ada@example.com" });
  serveProblem("patch", "/v1/client/email", { status: 422, code: "CODE_INVALID", attempts_left: 1 });

  expect(await screen.findByText("ad***@example.com")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change email" }));
  const dialog = await openDialog("Change your email address");
  await fill(user, dialog.getByLabelText("New email address"), "lovelace@example.com");
  await user.click(dialog.getByRole("button", { name: "Send code" }));

  expect(await dialog.findByText(/code sent to lovelace@example.com/)).toBeVisible();
  expect(await bodiesOf(asked)).toEqual([{ email: "lovelace@example.com" }]);
  await user.click(dialog.getByLabelText("Code from the email"));
  await user.paste("000000");
  expect(await dialog.findByText("Incorrect code. 1 attempt left.")).toBeVisible();

  const confirmed = serveChange(account, "/v1/client/email", () => ({ email: "lovelace@example.com" }));
  await user.click(dialog.getByLabelText("Code from the email"));
  await user.paste("123456");
  expect(await screen.findByText("Email address changed")).toBeVisible();
  expect(await bodiesOf(confirmed)).toEqual([{ code: "123456" }]);
  expect(await screen.findByText("lo***@example.com")).toBeVisible();
});

test("an address that has an account, or is none, is refused at its field", async () => {
  serveProblem("post", "/v1/client/email", {
    status: 409,
    code: "EMAIL_TAKEN",
    detail: "There is an account.",
  });
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Change email" }));
  const dialog = await openDialog("Change your email address");
  await user.click(dialog.getByRole("button", { name: "Send code" }));
  expect(await dialog.findByText("Enter a valid email, such as ann@example.org.")).toBeVisible();

  await fill(user, dialog.getByLabelText("New email address"), "taken@example.com");
  await user.click(dialog.getByRole("button", { name: "Send code" }));
  expect(await dialog.findByText("There is an account.")).toBeVisible();
  expect(dialog.getByLabelText("New email address")).toBeInvalid();
});

test("an anti-phishing code is chosen and never shown again", async () => {
  const { account, user } = renderSettings("security");
  const requests = serveChange(account, "/v1/client/anti-phishing-code", () => ({
    anti_phishing_code_set: true,
  }));

  await user.click(await screen.findByRole("button", { name: "Choose code" }));
  const dialog = await openDialog("Choose an anti-phishing code");
  await fill(user, dialog.getByLabelText("Anti-phishing code"), "abc");
  await user.click(dialog.getByRole("button", { name: "Save code" }));
  expect(await dialog.findByText("Use 4 to 20 characters.")).toBeVisible();

  await fill(user, dialog.getByLabelText("Anti-phishing code"), "blue heron");
  await user.click(dialog.getByRole("button", { name: "Save code" }));
  expect(await screen.findByText("Anti-phishing code saved")).toBeVisible();
  expect(await bodiesOf(requests)).toEqual([{ code: "blue heron" }]);
  expect(await screen.findByRole("button", { name: "Change code" })).toBeVisible();
  expect(screen.queryByText("blue heron")).toBeNull();
});

test("freezing shows its consequences first and what to do afterwards", async () => {
  const requests = serve("post", "/v1/client/freeze", null, 204);
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Freeze account" }));
  const dialog = await openDialog("Freeze your account?");
  expect(dialog.getAllByRole("listitem")).toHaveLength(4);
  expect(requests).toHaveLength(0);

  await user.click(dialog.getByRole("button", { name: "Freeze account" }));
  expect(await screen.findByText(/Your account is frozen/)).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/personal/contact");
});
