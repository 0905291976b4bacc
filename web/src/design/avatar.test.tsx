import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { initials } from "@/design/avatar";
import { Avatar } from "./avatar";

test("a picture that cannot be loaded gives way to the initials", () => {
  render(<Avatar name="Ada Lovelace" src="/missing.webp" />);
  const picture = screen.getByRole("img", { name: "Ada Lovelace" });
  expect(picture).toHaveAttribute("src", "/missing.webp");

  fireEvent.error(picture);

  expect(screen.getByRole("img", { name: "Ada Lovelace" })).toHaveTextContent("AL");
});

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
