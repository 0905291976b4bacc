import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPersistedAccounts, persisted, setPersistedAccount } from "./persisted";

type View = { unit: string; isHidden: boolean };

function parseView(stored: unknown): View {
  const { unit, isHidden } = Object(stored);
  return { unit: unit === "BTC" ? "BTC" : "USDT", isHidden: isHidden === true };
}

const parseWord = (stored: unknown) => (typeof stored === "string" ? stored : null);

const useView = persisted("cw:portfolio-view", parseView, "browser");
const useWord = persisted("cw:last-pair", parseWord, "browser");
const useDraft = persisted("cw:order-desk", parseWord, "account");

function changeInOtherTab(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
}

function refuseStorage(): void {
  for (const method of ["getItem", "setItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("", "SecurityError");
    });
  }
}

beforeEach(() => {
  localStorage.clear();
  clearPersistedAccounts();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a change is shown, stored, and there again on the next page", () => {
  const { result } = renderHook(() => useView());
  expect(result.current).toEqual({ unit: "USDT", isHidden: false });

  act(() => useView.setState({ unit: "BTC" }));

  expect(result.current).toEqual({ unit: "BTC", isHidden: false });
  expect(localStorage.getItem("cw:portfolio-view")).toBe('{"unit":"BTC","isHidden":false}');
  expect(persisted("cw:portfolio-view", parseView, "browser").getState()).toEqual({
    unit: "BTC",
    isHidden: false,
  });
});

test("a value set to null is removed", () => {
  useWord.setState("here");
  useWord.setState(null);

  expect(localStorage.getItem("cw:last-pair")).toBeNull();
});

test.each(["{not json", "[]", "7", "null", '{"unit":"DOGE"}'])("%s counts as nothing stored", (text) => {
  localStorage.setItem("cw:portfolio-view", text);

  expect(persisted("cw:portfolio-view", parseView, "browser").getState()).toEqual({
    unit: "USDT",
    isHidden: false,
  });
});

test("plain words of earlier versions can be read", () => {
  localStorage.setItem("cw:last-pair", "BTC-USDT");

  expect(persisted("cw:last-pair", parseWord, "browser").getState()).toBe("BTC-USDT");
});

test("without storage a change lasts as long as the page", () => {
  refuseStorage();
  const useNew = persisted("cw:tape-least", parseWord, "browser");
  const { result } = renderHook(() => useNew());

  act(() => useNew.setState("kept"));

  expect(result.current).toBe("kept");
});

test("other tabs are followed, also when they remove or clear everything", () => {
  const { result } = renderHook(() => useWord());

  changeInOtherTab("cw:last-pair", '"first"');
  expect(result.current).toBe("first");
  changeInOtherTab("cw:last-pair", null);
  expect(result.current).toBeNull();

  changeInOtherTab("cw:last-pair", '"second"');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
  expect(result.current).toBeNull();
});

test("following another tab writes nothing back", () => {
  const write = vi.spyOn(Storage.prototype, "setItem");
  localStorage.setItem("cw:last-pair", '"theirs"');
  write.mockClear();

  window.dispatchEvent(new StorageEvent("storage", { key: "cw:last-pair" }));

  expect(useWord.getState()).toBe("theirs");
  expect(write).not.toHaveBeenCalled();
});

test("each client has values of their own, and logout removes them", () => {
  useWord.setState("the browser's");
  setPersistedAccount("1");
  useDraft.setState("first client's");
  expect(localStorage.getItem("cw:account:1:order-desk")).toBe('"first client\'s"');

  setPersistedAccount("2");
  expect(useDraft.getState()).toBeNull();
  changeInOtherTab("cw:account:1:order-desk", '"first client\'s in another tab"');
  expect(useDraft.getState()).toBeNull();

  setPersistedAccount("1");
  expect(useDraft.getState()).toBe("first client's in another tab");
  clearPersistedAccounts();
  expect(useDraft.getState()).toBeNull();
  expect({ ...localStorage }).toEqual({ "cw:last-pair": '"the browser\'s"' });
});

test("the next page has the account's values before it knows the account", async () => {
  setPersistedAccount("1");
  useDraft.setState("mine");

  vi.resetModules();
  const nextPage = await import("./persisted");

  expect(nextPage.persisted("cw:order-desk", parseWord, "account").getState()).toBe("mine");
});

test("what was changed before the account was known becomes the account's", () => {
  useDraft.setState("early");

  setPersistedAccount("1");

  expect(useDraft.getState()).toBe("early");
  expect(localStorage.getItem("cw:account:1:order-desk")).toBe('"early"');
});

test("what was changed before the account was known is gone after logout", () => {
  useDraft.setState("early");
  clearPersistedAccounts();
  setPersistedAccount("1");

  expect(useDraft.getState()).toBeNull();
});

test("without storage the account's values outlast the moment it becomes known", () => {
  refuseStorage();
  useDraft.setState("early");

  setPersistedAccount("1");

  expect(useDraft.getState()).toBe("early");
});
