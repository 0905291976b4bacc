import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "@/session/session";
import { readToken } from "@/session/token";
import { aClient, aSite } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { RegisterPage } from "./register";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  serve("get", "/v1/pages", { items: [] });
});
afterEach(clearSession);

const PASSWORD = "correct horse battery staple";
const NEW = aClient({ email_is_confirmed: false });

async function fillIn(at = "/register?email=Ada%40example.com") {
  const user = renderPage(<RegisterPage />, { at });
  await user.type(await screen.findByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("checkbox", { name: "I accept the privacy policy" }));
  return user;
}

const submit = () => screen.getByRole("button", { name: "Create account" });
const bodyOf = (request: Request | undefined) => request?.clone().json();

test("a new client comes in with what the server answered, and goes on to confirm the address", async () => {
  const registered = serve("post", "/v1/client", { client: { ...NEW, password: PASSWORD } }, 201);
  const signedIn = serve("post", "/v1/token", { raw_token: "fresh-token", expires_at: 1 }, 201);
  serve("get", "/bff/auth/user", { client: NEW, transactions: [] });
  const user = await fillIn();

  await user.click(submit());

  await waitFor(() => expect(user.location()).toBe("/register/verification"));
  expect(await bodyOf(registered[0])).toEqual({
    email: "Ada@example.com",
    password: PASSWORD,
    accept_terms: true,
  });
  expect(await bodyOf(signedIn[0])).toEqual({ login: "ada@example.com", password: PASSWORD });
  expect(readToken()).toBe("fresh-token");
});

test("the address of the landing page is filled in already", async () => {
  renderPage(<RegisterPage />, { at: "/register?email=ada%40example.com" });

  expect(await screen.findByLabelText("Email address")).toHaveValue("ada@example.com");
});

test("there is no field for a code of a programme that is not there", async () => {
  renderPage(<RegisterPage />, { at: "/register?referral_code=FRIEND-1" });

  await screen.findByLabelText("Email address");
  expect(screen.queryByText(/referral/i)).toBeNull();
});

test("where the site has a programme, the code of the address is sent along", async () => {
  const registered = serve("post", "/v1/client", { client: { ...NEW, password: PASSWORD } }, 201);
  serve("post", "/v1/token", { raw_token: "fresh-token", expires_at: 1 }, 201);
  serve("get", "/bff/auth/user", { client: NEW, transactions: [] });
  const site = { features: { ...aSite().features, referral: true } };
  const user = renderPage(<RegisterPage />, {
    at: "/register?email=ada%40example.com&referral_code=FRIEND-1",
    site,
  });

  expect(await screen.findByLabelText(/^Referral code/)).toHaveValue("FRIEND-1");
  await user.type(screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit());

  await waitFor(() => expect(registered).toHaveLength(1));
  expect(await bodyOf(registered[0])).toMatchObject({ referral_code: "FRIEND-1" });
});

test("nothing is sent before everything needed is there", async () => {
  const user = renderPage(<RegisterPage />, { at: "/register?email=ada" });

  await user.click(await screen.findByRole("button", { name: "Create account" }));

  expect(await screen.findByText("Enter a valid email, such as ann@example.org.")).toBeVisible();
  expect(screen.getByText("Choose a password.")).toBeVisible();
  expect(screen.getByText("Accept this to continue.")).toBeVisible();
});

test("a password that would be refused is not sent, and the meter says why", async () => {
  const user = renderPage(<RegisterPage />, { at: "/register?email=ada.lovelace%40example.com" });
  await user.type(await screen.findByLabelText("Password"), "ada.lovelace was here");
  expect(screen.getByText("Don’t use the name from your email address.")).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: /I accept/ }));

  await user.click(submit());

  expect(await screen.findByText("Choose a different password.")).toBeVisible();
});

test("a taken address leads to the login", async () => {
  serveProblem("post", "/v1/client", { status: 409, code: "EMAIL_TAKEN" });
  const user = await fillIn();

  await user.click(submit());

  const field = await screen.findByLabelText("Email address");
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription("This email already has an account. Sign in");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what the server finds wrong stands at its field", async () => {
  const errors = [{ field: "password", code: "common", message: "This password is among leaked ones." }];
  serveProblem("post", "/v1/client", { status: 422, code: "VALIDATION_FAILED", errors });
  const user = await fillIn();

  await user.click(submit());

  expect(await screen.findByText("This password is among leaked ones.")).toBeVisible();
  expect(screen.getByLabelText("Password")).toBeInvalid();
});

test("when only the coming in fails, the login is next", async () => {
  serve("post", "/v1/client", { client: { ...NEW, password: PASSWORD } }, 201);
  serveProblem("post", "/v1/token", { status: 429, code: "TOO_MANY_ATTEMPTS" });
  const user = await fillIn();

  await user.click(submit());

  await waitFor(() => expect(user.location()).toBe("/login"));
});

test("the terms lead to the privacy policy without losing the form", async () => {
  renderPage(<RegisterPage />, { at: "/register" });

  const link = await screen.findByRole("link", { name: "privacy policy" });
  expect(link).toHaveAttribute("href", "/privacy");
  expect(link).toHaveAttribute("target", "_blank");
});

test("terms that the site has published are accepted, too", async () => {
  serve("get", "/v1/pages", { items: [{ slug: "terms" }] });
  renderPage(<RegisterPage />, { at: "/register" });

  await screen.findByRole("checkbox", { name: "I accept the terms and the privacy policy" });
  expect(screen.getByRole("link", { name: "terms" })).toHaveAttribute("href", "/terms");
  expect(screen.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy");
});
