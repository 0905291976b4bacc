import { expect, test } from "vitest";
import { listCountries } from "./countries";

test("every country has its name in the reader's language, in the order of that language", () => {
  const english = listCountries("en");
  expect(english).toHaveLength(249);
  expect(english[0]).toEqual({ code: "AF", name: "Afghanistan" });
  // Sorted after A, not by its code unit after Z.
  expect(english.findIndex(({ code }) => code === "AX")).toBeLessThan(
    english.findIndex(({ code }) => code === "BE"),
  );

  expect(listCountries("de")).toContainEqual({ code: "DE", name: "Deutschland" });
});
