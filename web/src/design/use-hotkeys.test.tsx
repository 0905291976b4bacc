import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHotkeys } from "./use-hotkeys";

const buy = vi.fn();

beforeEach(() => {
  buy.mockClear();
});
afterEach(() => {
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
});

function Page({ isOn = true, freeFields }: { isOn?: boolean; freeFields?: string }) {
  useHotkeys({ b: buy }, freeFields === undefined ? { isOn } : { isOn, freeFields });
  return (
    <>
      <input aria-label="Name" />
      <input aria-label="Amount" inputMode="decimal" />
    </>
  );
}

test("a key acts in either case, once however long it is held", () => {
  render(<Page />);

  const isLeftToBrowser = fireEvent.keyDown(document.body, { key: "B", code: "KeyB", shiftKey: true });
  fireEvent.keyDown(document.body, { key: "b", code: "KeyB", repeat: true });

  expect(buy).toHaveBeenCalledOnce();
  expect(isLeftToBrowser).toBe(false);
});

test.each(["ctrlKey", "metaKey", "altKey"])("a key with %s belongs to the browser", (modifier) => {
  render(<Page />);

  const isLeftToBrowser = fireEvent.keyDown(document.body, { key: "b", code: "KeyB", [modifier]: true });

  expect(buy).not.toHaveBeenCalled();
  expect(isLeftToBrowser).toBe(true);
});

test("a key in a field belongs to the field, unless the field is free for hotkeys", () => {
  render(<Page freeFields="[inputmode=decimal]" />);

  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "b", code: "KeyB" });
  expect(buy).not.toHaveBeenCalled();

  fireEvent.keyDown(screen.getByLabelText("Amount"), { key: "b", code: "KeyB" });
  expect(buy).toHaveBeenCalledOnce();
});

test("no field is free unless it is said so", () => {
  render(<Page />);

  fireEvent.keyDown(screen.getByLabelText("Amount"), { key: "b", code: "KeyB" });

  expect(buy).not.toHaveBeenCalled();
});

test("nothing acts while a dialog is open, or while hotkeys are off", () => {
  const { rerender } = render(<Page isOn={false} />);
  fireEvent.keyDown(document.body, { key: "b", code: "KeyB" });
  expect(buy).not.toHaveBeenCalled();

  rerender(<Page />);
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.open = true;
  fireEvent.keyDown(document.body, { key: "b", code: "KeyB" });
  expect(buy).not.toHaveBeenCalled();

  dialog.open = false;
  fireEvent.keyDown(document.body, { key: "b", code: "KeyB" });
  expect(buy).toHaveBeenCalledOnce();
});
