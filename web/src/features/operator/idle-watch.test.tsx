import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readOperatorToken, writeOperatorToken } from "@/lib/operator-token";
import { reasonOfEnd } from "@/session/operator";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { IdleWatch } from "./idle-watch";

const MINUTE = 60_000;
const LIMIT = 30 * MINUTE;
const WARNING = LIMIT - MINUTE;
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const question = () => screen.queryByRole("dialog", { name: "Still there?" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

let ended: Request[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  window.history.replaceState(null, "", "/operator");
  writeOperatorToken("secret");
  ended = serve("delete", "/operator/token", () => new Response(null, { status: 204 }));
  renderPage(<IdleWatch limitSeconds={LIMIT / 1000} />);
  await advance(0);
});
afterEach(() => {
  vi.useRealTimers();
  writeOperatorToken(null);
  window.history.replaceState(null, "", "/");
});

test("a minute before the end it asks, and without an answer it signs out and says why", async () => {
  await advance(WARNING - 1);
  expect(question()).toBeNull();

  await advance(1);
  expect(question()).toBeVisible();
  expect(
    screen.getByText("There was no activity for a while. You’ll be signed out within 1 minute."),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Stay signed in" })).toHaveFocus();
  expect(readOperatorToken()).toBe("secret");

  await advance(MINUTE);
  expect(readOperatorToken()).toBeNull();
  expect(reasonOfEnd()).toBe("You were signed out after 30 minutes of inactivity.");
  await vi.waitFor(() => expect(ended).toHaveLength(1));
});

test("keys and the pointer put it off", async () => {
  await advance(20 * MINUTE);
  fireEvent.keyDown(document.body, { key: "a" });
  await advance(20 * MINUTE);
  fireEvent.pointerMove(document.body);
  await advance(20 * MINUTE);

  expect(question()).toBeNull();
  expect(readOperatorToken()).toBe("secret");
});

test.each([
  ["its button", () => press("Stay signed in")],
  ["the cross", () => press("Close")],
  ["Escape", () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" })],
])("%s answers that somebody is there, and the time begins again", async (_, answer) => {
  await advance(WARNING);
  answer();
  await advance(1_000);

  expect(question()).toBeNull();
  await advance(WARNING - 6_000);
  expect(question()).toBeNull();
  expect(readOperatorToken()).toBe("secret");
});

test("the question stays until it is answered, however the pointer moves towards it", async () => {
  await advance(WARNING);

  fireEvent.pointerMove(document.body);
  await advance(30_000);
  expect(question()).toBeVisible();

  press("Sign out");
  await advance(0);
  expect(readOperatorToken()).toBeNull();
  expect(reasonOfEnd()).toBeNull();
});
