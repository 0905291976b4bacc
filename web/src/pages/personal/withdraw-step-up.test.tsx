import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LazyStepUp } from "@/features/security/lazy-step-up";
import { clearSession, startSession } from "@/session/session";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { aWithdrawal } from "@/testing/wallets";
import { fillIn, sendWithdrawal, serveWithdrawals } from "@/testing/withdraw-form";
import { WithdrawPage } from "./withdraw";

beforeEach(() => startSession("token"));
afterEach(clearSession);

/** Fills the form in and sends it, until the person is asked for the password. */
async function sendAndBeAsked() {
  const user = renderPage(
    <>
      <WithdrawPage />
      <LazyStepUp />
    </>,
    { at: "/personal/withdraw?coin=BTC" },
  );
  await fillIn(user);
  await sendWithdrawal(user);

  const question = within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
  return { user, question };
}

test("without a second factor the password is asked for, and the same request is sent again", async () => {
  serveWithdrawals({ withdrawals: [aWithdrawal()] });
  let isSteppedUp = false;
  const asked = serve("post", "/v1/withdrawal", () =>
    isSteppedUp
      ? Response.json({ ...aWithdrawal(), methods: ["email"] }, { status: 201 })
      : problemResponse({ status: 403, code: "STEP_UP_REQUIRED", methods: ["password"] }),
  );
  serve("post", "/v1/client/step-up", () => {
    isSteppedUp = true;
    return { until: 1_800_000_000 };
  });
  const { user, question } = await sendAndBeAsked();

  await user.type(question.getByLabelText("Password"), "correct horse");
  await user.click(question.getByRole("button", { name: "Confirm" }));

  expect(await screen.findByText("Code from your email")).toBeVisible();
  const keys = asked.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("who cancels the question sees the draft again, and no error", async () => {
  serveWithdrawals();
  serveProblem("post", "/v1/withdrawal", { status: 403, code: "STEP_UP_REQUIRED", methods: ["password"] });
  const { user, question } = await sendAndBeAsked();

  await user.click(question.getByRole("button", { name: "Close" }));

  expect(await screen.findByRole("button", { name: "Review withdrawal" })).toBeEnabled();
  expect(screen.queryByRole("alert")).toBeNull();
});
