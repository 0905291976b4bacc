import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Field } from "./field";
import { QUARTERS, Slider } from "./slider";

function Example({ disabled }: { disabled?: boolean }) {
  const [share, setShare] = useState(0);
  return (
    <Field label="Share of balance" hint="Of 1.25 BTC">
      <Slider marks={QUARTERS} value={share} onValueChange={setShare} disabled={disabled} />
    </Field>
  );
}

const slider = () => screen.getByRole("slider", { name: "Share of balance" });

test("is named and described by its field and reads its value in percent", () => {
  render(<Example />);

  expect(slider()).toHaveAccessibleDescription("Of 1.25 BTC");
  expect(slider()).toHaveAttribute("aria-valuetext", "0%");
});

test("a moved thumb changes the value", () => {
  render(<Example />);

  fireEvent.change(slider(), { target: { value: "12" } });

  expect(slider()).toHaveValue("12");
  expect(slider()).toHaveAttribute("aria-valuetext", "12%");
});

test("a mark sets its value and is pressed as long as that is the value", async () => {
  render(<Example />);
  const mark = screen.getByRole("button", { name: "75%" });

  await userEvent.click(mark);
  expect(slider()).toHaveValue("75");
  expect(mark).toHaveAttribute("aria-pressed", "true");

  fireEvent.change(slider(), { target: { value: "74" } });
  expect(mark).toHaveAttribute("aria-pressed", "false");
});

test("values may have another range and another unit", () => {
  render(
    <Slider
      aria-label="Locked for"
      min={7}
      max={90}
      marks={[30]}
      value={7}
      onValueChange={() => {}}
      format={(days) => `${days} days`}
    />,
  );

  const days = screen.getByRole("slider", { name: "Locked for" });
  expect(days).toHaveAttribute("min", "7");
  expect(days).toHaveAttribute("max", "90");
  expect(days).toHaveAttribute("aria-valuetext", "7 days");
  expect(screen.getByRole("button", { name: "30 days" })).toBeVisible();
});

test("a disabled slider has no mark that can be pressed", () => {
  render(<Example disabled />);

  expect(slider()).toBeDisabled();
  for (const mark of screen.getAllByRole("button")) expect(mark).toBeDisabled();
});
