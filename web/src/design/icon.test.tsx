import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Icon } from "./icon";
import { ICON_NAMES } from "./icons/icon-names";

test("an icon without a label is hidden from screen readers", () => {
  const { container } = render(<Icon name="check" />);

  expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  expect(screen.queryByRole("img")).toBeNull();
});

test("a label makes the icon an image with that name", () => {
  render(<Icon name="triangle-alert" label="Warning" />);

  const image = screen.getByRole("img", { name: "Warning" });
  expect(image.querySelector("use")?.getAttribute("href")).toMatch(/sprite\.svg#triangle-alert$/);
});

test("every name in the list has its drawing in the sprite, and nothing else is there", () => {
  const sprite = readFileSync(`${import.meta.dirname}/icons/sprite.svg`, "utf8");

  const drawn = [...sprite.matchAll(/<symbol id="([a-z0-9-]+)"/g)].map((match) => match[1]);

  expect(drawn.toSorted()).toEqual([...ICON_NAMES].toSorted());
});
