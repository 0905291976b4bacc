import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { writeCookie } from "@/testing/cookies";
import { clearSession, isSignedIn, startSession, useIsSignedIn } from "./session";
import { readToken, writeToken } from "./token";

afterEach(clearSession);

function Status() {
  return <p>{useIsSignedIn() ? "signed in" : "signed out"}</p>;
}

test("the token survives the way through its cookie", () => {
  expect(readToken()).toBeNull();

  startSession("a+b/c=; d");

  expect(readToken()).toBe("a+b/c=; d");
  expect(isSignedIn()).toBe(true);
});

test("the token's cookie lives seven days, for this site's own requests alone", () => {
  const written = vi.spyOn(document, "cookie", "set");

  writeToken("secret");

  expect(written.mock.calls).toEqual([["token=secret; Max-Age=604800; Path=/; SameSite=Lax"]]);
});

test("the page follows the session", () => {
  render(<Status />);
  expect(screen.getByText("signed out")).toBeVisible();

  act(() => startSession("secret"));
  expect(screen.getByText("signed in")).toBeVisible();

  act(() => clearSession());
  expect(screen.getByText("signed out")).toBeVisible();
});

test("a sign-out in another tab shows when this one comes back", () => {
  startSession("secret");
  render(<Status />);

  writeCookie("token=; Max-Age=0");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  expect(screen.getByText("signed out")).toBeVisible();
});

test("an empty or damaged cookie does not break the page", () => {
  writeCookie("token=");
  expect(isSignedIn()).toBe(false);

  writeCookie("token=%E0%A4%A");
  expect(readToken()).toBe("%E0%A4%A");
});
