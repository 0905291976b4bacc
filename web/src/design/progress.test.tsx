import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Progress } from "./progress";

test("progress says how far it is in its own words", () => {
  render(<Progress label="Deposit" value={2 / 6} valueText="2 of 6 confirmations" />);
  const bar = screen.getByRole("progressbar", { name: "Deposit" });

  expect(bar).toHaveAttribute("aria-valuenow", "33");
  expect(bar).toHaveAttribute("aria-valuetext", "2 of 6 confirmations");
});

test("more than all is shown as all", () => {
  render(<Progress label="Day limit" value={1.4} />);

  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
});

test("progress of unknown length claims no value", () => {
  render(<Progress label="Uploading" />);

  expect(screen.getByRole("progressbar", { name: "Uploading" })).not.toHaveAttribute("aria-valuenow");
});
