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

test.each([
  ["1,234.5", "1234.5"],
  ["1.234,5", "1234.5"],
])("%s is typed as one thing and read as %s, and the field says so", async (keys, amount) => {
  render(<Example />);

  await userEvent.type(input(), keys.slice(0, 6));
  expect(screen.getByText("Read as 1234.")).toBeVisible();
  await userEvent.type(input(), keys.slice(6));

  expect(input()).toHaveValue(amount);
  expect(onValueChange).toHaveBeenLastCalledWith(amount);
});

test("a figure that makes no sense stops at the separator that shows it, until it is corrected", async () => {
  render(<Example />);

  await userEvent.type(input(), "1,234,567");

  const notice = "Use one decimal point and no thousands separators.";
  expect(input()).toHaveValue("1.234");
  expect(input()).toHaveAccessibleDescription(`BTC At least 0.001 ${notice}`);
  await userEvent.tab();
  expect(screen.getByText(notice)).toBeVisible();

  await userEvent.type(input(), "{Backspace}");
  expect(screen.queryByText(notice)).toBeNull();
  await userEvent.type(input(), "9");
  expect(input()).toHaveValue("1.239");
});

test("with few decimals no digit slips behind the separator unnoticed", async () => {
  render(<Example decimals={2} />);

  await userEvent.type(input(), "1,234");
  expect(screen.getByText("Use at most 2 decimals.")).toBeVisible();

  await userEvent.type(input(), ".50");
  expect(input()).toHaveValue("1.23");
  expect(screen.getByText(/Use one decimal point/)).toBeVisible();
});

test("a whole amount does not swallow a decimal separator", async () => {
  render(<Example decimals={0} />);

  await userEvent.type(input(), "1.5");

  expect(input()).toHaveValue("1");
  expect(screen.getByText(/Use whole amounts only/)).toBeVisible();
});

test("a pasted figure with two meanings is refused with the reason", async () => {
  render(<Example start="7" />);

  await userEvent.tripleClick(input());
  await userEvent.paste("1,234");

  expect(input()).toHaveValue("7");
  expect(screen.getByText(/This comma is ambiguous/)).toBeVisible();
});

test.each([
  ["1", ".5", "1.5"],
  ["1", "234", "1234"],
  ["1.5", "2", "1.52"],
  ["1.5", "2.5", "1.5"],
])("behind %s a pasted %s makes %s", async (start, pasted, amount) => {
  render(<Example start={start} />);

  await userEvent.click(input());
  await userEvent.paste(pasted);

  expect(input()).toHaveValue(amount);
});

test("a notice goes with the amount it was about", async () => {
  render(<Example />);
  await userEvent.type(input(), "1,234,");
  expect(screen.getByText(/Use one decimal point/)).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Max 1.25 BTC" }));

  expect(screen.queryByText(/Use one decimal point/)).toBeNull();
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
