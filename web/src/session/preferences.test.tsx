import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setPersistedAccount } from "@/lib/persisted";
import { storeInOtherTab } from "@/testing/browser-storage";
import { applyAppearance, applyStoredAppearance, parseAppearance, useAppearance } from "./preferences";
import { clearSession, startSession } from "./session";

const KEY = "cw:account:1:appearance";

const root = document.documentElement;
const usual = { trend_colours: "green_red", density: "comfortable", text_size: "normal" } as const;

beforeEach(() => {
  startSession("secret");
  setPersistedAccount("1");
});
afterEach(clearSession);

function Colours() {
  return <p>{useAppearance().trend_colours}</p>;
}

test("what was never chosen, or is unknown here, is as usual", () => {
  expect(parseAppearance(undefined)).toEqual(usual);
  expect(parseAppearance("loud")).toEqual(usual);
  expect(parseAppearance({ trend_colours: "pink", density: "compact" })).toEqual({
    ...usual,
    density: "compact",
  });
});

test("the document is dressed as chosen, and the same way at the next start", () => {
  applyAppearance({ trend_colours: "blue_orange", density: "compact", text_size: "large" });

  expect({ ...root.dataset }).toEqual({ trendColours: "blue_orange", density: "compact", textSize: "large" });

  for (const key of Object.keys(root.dataset)) delete root.dataset[key];
  applyStoredAppearance();
  expect({ ...root.dataset }).toEqual({ trendColours: "blue_orange", density: "compact", textSize: "large" });
});

test("signing out undresses the document and leaves no copy", () => {
  applyAppearance({ ...usual, density: "compact" });

  expect(localStorage.getItem(KEY)).toContain("compact");

  clearSession();

  expect(root.dataset.density).toBe("comfortable");
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("where nothing is stored, or nothing that can be read, the document looks as usual", () => {
  applyStoredAppearance();
  expect(root.dataset.density).toBe("comfortable");

  storeInOtherTab(KEY, "{not json");
  applyStoredAppearance();

  expect(root.dataset.density).toBe("comfortable");
});

test("a choice made in another tab is followed", () => {
  storeInOtherTab(KEY, JSON.stringify({ ...usual, density: "compact" }));

  expect(root.dataset.density).toBe("compact");
});

test("a browser that refuses storage dresses the document all the same", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });

  applyAppearance({ ...usual, density: "compact" });

  expect(root.dataset.density).toBe("compact");
});

test("drawings follow the choice", () => {
  render(<Colours />);
  expect(screen.getByText("green_red")).toBeVisible();

  act(() => applyAppearance({ ...usual, trend_colours: "red_green" }));

  expect(screen.getByText("red_green")).toBeVisible();
});
