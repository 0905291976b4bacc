import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar } from "./avatar";

test("a picture that cannot be loaded gives way to the initials", () => {
  render(<Avatar name="Ada Lovelace" src="/missing.webp" />);
  const picture = screen.getByRole("img", { name: "Ada Lovelace" });
  expect(picture).toHaveAttribute("src", "/missing.webp");

  fireEvent.error(picture);

  expect(screen.getByRole("img", { name: "Ada Lovelace" })).toHaveTextContent("AL");
});
