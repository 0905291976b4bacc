import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { AmountInput } from "./amount-input";
import { Field } from "./field";

const onValueChange = vi.fn();

function Example({ start = "", decimals = 8, step }: { start?: string; decimals?: number; step?: string }) {
  const [amount, setAmount] = useState(start);
  return (
    <Field label="Amount" hint="At least 0.001">
      <AmountInput
        value={amount}
        onValueChange={(value) => {
          onValueChange(value);
          setAmount(value);
        }}
        decimals={decimals}
        coin="BTC"
        max="1.25"
        step={step}
      />
    </Field>
  );
}

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" });

test("the coin and the hint describe the field", () => {
  render(<Example />);

  expect(input()).toHaveAccessibleDescription("BTC At least 0.001");
});

test("letters, signs and exponents do not get in", async () => {
  render(<Example />);

  await userEvent.type(input(), "1a2e-3+");

  expect(input()).toHaveValue("123");
  expect(onValueChange).toHaveBeenLastCalledWith("123");
});

test("a comma is a decimal point, also between digits", async () => {
  render(<Example start="1234" />);

  await userEvent.type(input(), ",", { initialSelectionStart: 1, initialSelectionEnd: 1 });

  expect(input()).toHaveValue("1.234");
  expect(input().selectionStart).toBe(2);
});

test("a refused character leaves the caret where it was", async () => {
  render(<Example start="1234" />);

  await userEvent.type(input(), "x", { initialSelectionStart: 2, initialSelectionEnd: 2 });

  expect(input()).toHaveValue("1234");
  expect(input().selectionStart).toBe(2);
});

test("an unfinished amount is shown as typed and reported as what it stands for", async () => {
  render(<Example />);

  await userEvent.type(input(), "1.");
  expect(input()).toHaveValue("1.");
  expect(onValueChange).toHaveBeenLastCalledWith("1");

  await userEvent.tab();
  expect(input()).toHaveValue("1");
});

test("no more decimals than the coin has", async () => {
  render(<Example decimals={2} />);

  await userEvent.type(input(), "0.999");

  expect(input()).toHaveValue("0.99");
});

test("a pasted figure loses its thousands separators", async () => {
  render(<Example />);

  await userEvent.click(input());
  await userEvent.paste("1,234.5");

  expect(input()).toHaveValue("1234.5");
});

test("a figure that is dictated or filled in as a whole is read like a pasted one", () => {
  render(<Example start="7" />);

  fireEvent.input(input(), { target: { value: "1,234.5" }, data: "1,234.5", inputType: "insertText" });

  expect(input()).toHaveValue("1234.5");
});

test("pasted text that is no figure changes nothing", async () => {
  render(<Example start="7" />);

  await userEvent.click(input());
  await userEvent.paste("1e5");

  expect(input()).toHaveValue("7");
});

test("Max fills in the whole amount", async () => {
  render(<Example />);

  await userEvent.click(screen.getByRole("button", { name: "Max 1.25 BTC" }));

  expect(input()).toHaveValue("1.25");
});

test("arrows move by the step, with Shift ten times as far", async () => {
  render(<Example start="1" step="0.5" />);

  await userEvent.type(input(), "{ArrowUp}");
  expect(input()).toHaveValue("1.5");

  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
  expect(input()).toHaveValue("6.5");

  await userEvent.keyboard("{ArrowDown}");
  expect(input()).toHaveValue("6.0");
});

test("an amount set from outside replaces what was typed", async () => {
  const { rerender } = render(
    <AmountInput aria-label="Price" value="" onValueChange={() => {}} decimals={2} />,
  );

  rerender(<AmountInput aria-label="Price" value="64210.5" onValueChange={() => {}} decimals={2} />);

  expect(screen.getByRole("textbox", { name: "Price" })).toHaveValue("64210.5");
});
