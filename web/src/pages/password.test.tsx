import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { PasswordPage } from "./password";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});
afterEach(clearSession);

const LINK = "/password?code=a-long-code";
const bodyOf = (request: Request | undefined) => request?.clone().json();

async function setPassword(password: string) {
  const user = renderPage(<PasswordPage />, { at: LINK });
  await user.type(await screen.findByLabelText("New password"), password);
  await user.click(screen.getByRole("button", { name: "Set password" }));
  return user;
}

test("asking for a link answers the same whether there is an account or not", async () => {
  const requests = serve("post", "/v1/password-reset", { accepted: true }, 202);
  const user = renderPage(<PasswordPage />, { at: "/password" });
  await user.type(await screen.findByLabelText("Email address"), "ada@example.com");

  await user.click(screen.getByRole("button", { name: "Send link" }));

  expect(await screen.findByRole("status")).toHaveTextContent(
    "If ad***@example.com has an account, an email is on its way.",
  );
  expect(await bodyOf(requests[0])).toEqual({ email: "ada@example.com" });

  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(screen.getByLabelText("Email address")).toBeVisible();
});

test("what is no address is not sent", async () => {
  const user = renderPage(<PasswordPage />, { at: "/password" });
  await user.type(await screen.findByLabelText("Email address"), "ada");

  await user.click(screen.getByRole("button", { name: "Send link" }));

  expect(await screen.findByText("Enter a valid email, such as ann@example.org.")).toBeVisible();
});

test("a new password is set with the link's code, and the session here ends with all others", async () => {
  startSession("secret");
  const requests = serve("patch", "/v1/password-reset", null, 204);

  await setPassword("a quite different passphrase");

  expect(await screen.findByRole("heading", { name: "Password changed" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  expect(await bodyOf(requests[0])).toEqual({
    code: "a-long-code",
    password: "a quite different passphrase",
  });
  expect(isSignedIn()).toBe(false);
});

test("a password that would be refused is not sent", async () => {
  await setPassword("short");

  expect(await screen.findByText("Choose a different password.")).toBeVisible();
});

test("what the server finds wrong with it stands at the field", async () => {
  const errors = [{ field: "password", code: "contains_email", message: "It contains your address." }];
  serveProblem("patch", "/v1/password-reset", { status: 422, code: "VALIDATION_FAILED", errors });

  await setPassword("a quite different passphrase");

  expect(await screen.findByText("It contains your address.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["CODE_EXPIRED", 410],
  ["CODE_INVALID", 422],
])("a dead link (%s) leads to a new one", async (code, status) => {
  serveProblem("patch", "/v1/password-reset", { status, code, attempts_left: 0 });

  const user = await setPassword("a quite different passphrase");

  await user.click(await screen.findByRole("link", { name: "Request a new link" }));
  await waitFor(() => expect(user.location()).toBe("/password"));
  expect(await screen.findByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});
