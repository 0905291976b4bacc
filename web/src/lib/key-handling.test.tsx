import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listenEarly } from "./early-keys";
import { bufferTyping, handleKeys, takeTypedText } from "./key-handling";

let stop = () => {};
const handled: string[] = [];
const handle = ({ key }: KeyboardEvent) => {
  handled.push(key);
  if (key === "/") bufferTyping();
};
const press = (...keys: string[]) => {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent("keydown", { key }));
};

beforeAll(listenEarly);
beforeEach(() => {
  handled.length = 0;
  history.replaceState(null, "", "/trading/BTC-USDT");
});
afterEach(() => {
  stop();
  takeTypedText();
  history.replaceState(null, "", "/");
});

test("keys pressed before the screen is mounted are handled when it is, and later ones immediately", () => {
  press("b", "m");

  stop = handleKeys(handle);
  expect(handled).toEqual(["b", "m"]);

  press("l");
  expect(handled).toEqual(["b", "m", "l"]);
});

test("what follows the key of the search waits for its field", () => {
  press("b", "/", "s", "o", "x", "Backspace", "l", "Shift");

  stop = handleKeys(handle);

  expect(handled).toEqual(["b", "/"]);
  expect(takeTypedText()).toBe("sol");
  expect(takeTypedText()).toBe("");
});

test("what is typed after it waits too, until the field is there or somebody leaves", () => {
  stop = handleKeys(handle);

  press("/", "e", "t");
  expect(takeTypedText()).toBe("et");
  press("b");
  expect(handled).toEqual(["/", "b"]);

  press("/", "e", "Escape", "m");
  expect(handled).toEqual(["/", "b", "/", "m"]);
  expect(takeTypedText()).toBe("");
});

test("keys of other pages and of long ago are nobody's", () => {
  history.replaceState(null, "", "/privacy");
  press("b");
  history.replaceState(null, "", "/trading");
  const pressed = new KeyboardEvent("keydown", { key: "m" });
  // jsdom's events use another clock.
  Object.defineProperty(pressed, "timeStamp", { value: performance.now() - 30_000 });
  window.dispatchEvent(pressed);

  stop = handleKeys(handle);

  expect(handled).toEqual([]);
});
