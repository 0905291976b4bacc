import { expect, test } from "vitest";
import { countryName, formatDay, fullName } from "./identity-text";

test("a name is what is known of it", () => {
  expect(fullName({ first_name: "Ada", middle_name: "King", last_name: "Lovelace" })).toBe(
    "Ada King Lovelace",
  );
  expect(fullName({ first_name: null, last_name: "Lovelace" })).toBe("Lovelace");
  expect(fullName({ first_name: null, middle_name: "", last_name: null })).toBeNull();
});

test("a day stays the same day everywhere", () => {
  expect(formatDay("1985-12-01")).toBe("01.12.1985");
});

test("a country is called by its name", () => {
  expect(countryName("ES", "en")).toBe("Spain");
});
