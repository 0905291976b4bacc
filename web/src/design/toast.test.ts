import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectToastView, toast, useWaitingToasts } from "./toast";

const view = { show: vi.fn(), hide: vi.fn() };
let disconnect = () => {};

beforeEach(() => {
  view.show.mockClear();
  view.hide.mockClear();
});

afterEach(() => disconnect());

test("toasts wait in order until a view is there", () => {
  const first = toast.add({ severity: "info", summary: "First" });
  const second = toast.add({ severity: "error", summary: "Second", detail: "Why", life: 5000 });
  expect(useWaitingToasts.getState()).toHaveLength(2);

  disconnect = connectToastView(view);

  expect(view.show.mock.calls).toEqual([
    [{ id: first, severity: "info", summary: "First" }],
    [{ id: second, severity: "error", summary: "Second", detail: "Why", life: 5000 }],
  ]);
  expect(useWaitingToasts.getState()).toHaveLength(0);
});

test("a toast removed while it waits is never shown", () => {
  const id = toast.add({ severity: "info", summary: "Gone" });

  toast.remove(id);
  disconnect = connectToastView(view);

  expect(view.show).not.toHaveBeenCalled();
});

test("once there is a view, toasts are shown and removed immediately", () => {
  disconnect = connectToastView(view);

  const id = toast.add({ severity: "success", summary: "Saved" });
  toast.remove(id);

  expect(view.show).toHaveBeenCalledExactlyOnceWith({ id, severity: "success", summary: "Saved" });
  expect(view.hide).toHaveBeenCalledExactlyOnceWith(id);
});

test("a listener is notified when a toast waits for the view", () => {
  const listener = vi.fn();
  const unsubscribe = useWaitingToasts.subscribe(listener);

  toast.remove(toast.add({ severity: "info", summary: "Hello" }));
  unsubscribe();
  toast.remove(toast.add({ severity: "info", summary: "Unheard" }));

  expect(listener).toHaveBeenCalledTimes(2);
});
