import { beforeEach, expect, test } from "vitest";
import { setPersistedAccount } from "@/lib/persisted";
import { clearSession, startSession } from "@/session/session";
import { moveFormerOneClick } from "./former-one-click";
import { setOneClick, useOneClick } from "./one-click";

const FORMER_KEY = "cw:account:one-click";

beforeEach(() => {
  startSession("secret");
  setPersistedAccount("7");
});

test("the choice is stored for the account, and ends with its session", () => {
  setOneClick(true);
  expect(localStorage.getItem("cw:account:7:one-click")).toBe("true");

  clearSession();

  expect(useOneClick.getState()).toBe(false);
  expect(localStorage.getItem("cw:account:7:one-click")).toBeNull();
});

test("what an earlier version of the page has stored is taken over once", () => {
  localStorage.setItem(FORMER_KEY, "on");

  moveFormerOneClick();

  expect(useOneClick.getState()).toBe(true);
  expect(localStorage.getItem(FORMER_KEY)).toBeNull();
  setOneClick(false);
  moveFormerOneClick();
  expect(useOneClick.getState()).toBe(false);
});

test("nothing is taken over where nothing was chosen", () => {
  moveFormerOneClick();

  expect(useOneClick.getState()).toBe(false);
});
