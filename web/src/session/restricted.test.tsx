import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ProblemError } from "@/api/problem-error";
import { renderPage } from "@/testing/render-page";
import { closeRestricted, useGate, useRefusedLevel } from "./restricted";
import { clearSession, startSession } from "./session";

let outcome: boolean | null = null;

function Feature({ error }: { error?: unknown }) {
  const gate = useGate();
  const level = useRefusedLevel();
  return (
    <main>
      <p>{`Refused for: ${level}`}</p>
      <button type="button" onClick={() => gate.refuse("starter")}>
        Try
      </button>
      <button type="button" onClick={() => (outcome = gate.handle(error))}>
        Call
      </button>
      <button type="button" onClick={() => (outcome = gate.requireSignIn())}>
        Begin
      </button>
    </main>
  );
}

const gap = { code: "LEVEL_REQUIRED", required: "advanced", current: "guest", missing: {} };

beforeEach(() => (outcome = null));
afterEach(() => {
  clearSession();
  act(closeRestricted);
});

test("a visitor is sent to the login, and back to where he was", async () => {
  const user = renderPage(<Feature />, { at: "/pre-market?sort=volume" });

  await user.click(await screen.findByRole("button", { name: "Try" }));

  expect(user.location()).toBe("/login?next=%2Fpre-market%3Fsort%3Dvolume");
  expect(screen.getByText("Refused for: null")).toBeVisible();
});

test("a client stays and sees which level is missing, until the modal is closed", async () => {
  startSession("secret");
  const user = renderPage(<Feature />, { at: "/pre-market" });

  await user.click(await screen.findByRole("button", { name: "Try" }));
  expect(screen.getByText("Refused for: starter")).toBeVisible();
  expect(user.location()).toBe("/pre-market");

  act(closeRestricted);
  expect(screen.getByText("Refused for: null")).toBeVisible();
});

test("a call refused for a level is dealt with", async () => {
  startSession("secret");
  const user = renderPage(<Feature error={new ProblemError(403, gap)} />);

  await user.click(await screen.findByRole("button", { name: "Call" }));

  expect(outcome).toBe(true);
  expect(screen.getByText("Refused for: advanced")).toBeVisible();
});

test("a call refused for want of a session leads a visitor to the login", async () => {
  const user = renderPage(<Feature error={new ProblemError(401, { code: "TOKEN_INVALID" })} />, {
    at: "/earn",
  });

  await user.click(await screen.findByRole("button", { name: "Call" }));

  expect(outcome).toBe(true);
  expect(user.location()).toBe("/login?next=%2Fearn");
});

test.each([new ProblemError(422, { code: "MIN_NOTIONAL" }), new Error("broken"), null])(
  "%s is somebody else's to deal with",
  async (error) => {
    startSession("secret");
    const user = renderPage(<Feature error={error} />);

    await user.click(await screen.findByRole("button", { name: "Call" }));

    expect(outcome).toBe(false);
    expect(screen.getByText("Refused for: null")).toBeVisible();
  },
);

test("a client passes where only a session is asked for", async () => {
  startSession("secret");
  const user = renderPage(<Feature />, { at: "/earn" });

  await user.click(await screen.findByRole("button", { name: "Begin" }));

  expect(outcome).toBe(true);
  expect(user.location()).toBe("/earn");
});
