import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Ada Lovelace", "AL"],
  ["Anna Maria van der Berg", "AB"],
  ["ada", "A"],
  ["ada@example.com", "A"],
  ["  ", ""],
  ["élodie 𝒵ed", "É𝒵"],
])("the initials of %o are %o", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
