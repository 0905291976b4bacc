import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ICON_NAMES } from "@/design/icons/icon-names";
import { IconsPage } from "@/pages/icons";

const shownNames = () => screen.getAllByRole("button").map((button) => button.textContent);

test("shows every icon with its name", () => {
  render(<IconsPage />);

  expect(screen.getByRole("heading", { level: 1, name: "Icons" })).toBeVisible();
  expect(shownNames()).toEqual([...ICON_NAMES]);
});

test("the search narrows the icons down to those whose name has it", async () => {
  render(<IconsPage />);

  await userEvent.type(screen.getByRole("searchbox", { name: "Search icons" }), "Wifi O");

  expect(shownNames()).toEqual(["wifi-off"]);
});

test("a press copies the name", async () => {
  const user = userEvent.setup();
  render(<IconsPage />);

  await user.click(screen.getByRole("button", { name: "wallet" }));

  expect(await navigator.clipboard.readText()).toBe("wallet");
});
