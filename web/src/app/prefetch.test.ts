import { afterEach, expect, test, vi } from "vitest";
import { prefetchMode, watchPrefetchMode } from "./prefetch";

type FakeConnection = EventTarget & { effectiveType?: string; saveData?: boolean };

function connect(parts: { effectiveType?: string; saveData?: boolean } | null): FakeConnection {
  const connection: FakeConnection = Object.assign(new EventTarget(), parts);
  Object.defineProperty(navigator, "connection", {
    configurable: true,
    value: parts ? connection : undefined,
  });
  return connection;
}

afterEach(() => connect(null));

test.each([
  [null, "intent"],
  [{ effectiveType: "4g", saveData: false }, "intent"],
  [{ effectiveType: "3g" }, "intent"],
  [{ effectiveType: "2g" }, false],
  [{ effectiveType: "slow-2g" }, false],
  [{ effectiveType: "4g", saveData: true }, false],
])("on a connection %j pages are fetched ahead: %s", (connection, mode) => {
  connect(connection);
  expect(prefetchMode()).toBe(mode);
});

test("a change of networks is noticed", () => {
  const connection = connect({ effectiveType: "4g" });
  const onChange = vi.fn();
  watchPrefetchMode(onChange);

  connection.effectiveType = "2g";
  connection.dispatchEvent(new Event("change"));

  expect(onChange.mock.calls).toEqual([[false]]);
});
