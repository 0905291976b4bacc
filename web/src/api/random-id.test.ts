import { expect, test, vi } from "vitest";
import { randomId } from "./random-id";

test("ids are 32 hexadecimal digits, and no two are the same", () => {
  const ids = Array.from({ length: 100 }, randomId);

  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(100);
});

test("an id needs no secure context", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });

  expect(randomId()).toHaveLength(32);
});
