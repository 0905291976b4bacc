import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { EnrolPage } from "./enrol";

const totp = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://x", setup: "ab12" };

beforeEach(() => window.history.replaceState(null, "", "/operator/enrol#the-token-of-the-link-43-letters"));
afterEach(() => window.history.replaceState(null, "", "/"));

test("a colleague sets a password and an authenticator app; a wrong code is said and asked for again", async () => {
  serve("post", "/operator/enrolment/open", { login: "vera", role: "support", totp });
  const sent = serveProblem("post", "/operator/enrolment", { status: 422, code: "CODE_INVALID" });
  const user = renderPage(<EnrolPage />);

  expect(await screen.findByText(/You’re vera, Support/)).toBeVisible();
  await user.click(await screen.findByLabelText("New password"));
  await user.paste("seven violet anchors");
  await user.click(screen.getByLabelText(/^Code from the app/));
  await user.paste("123456");
  await user.click(screen.getByRole("button", { name: "Finish and sign in" }));

  expect(await screen.findByText(/^Incorrect code/)).toBeVisible();
  expect(await sent[0]?.json()).toEqual({
    token: "the-token-of-the-link-43-letters",
    password: "seven violet anchors",
    code: "123456",
    setup: "ab12",
  });
});

test("a link that no longer works says so", async () => {
  serveProblem("post", "/operator/enrolment/open", { status: 410, code: "CODE_EXPIRED" });
  renderPage(<EnrolPage />);

  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});
