import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Field } from "./field";
import { Slider } from "./slider";

function Example({ onCommit = () => {} }: { onCommit?: (share: number) => void }) {
  const [share, setShare] = useState(0);
  return (
    <Field label="Share of balance" kind="group" hint="Of 1.25 BTC">
      <Slider marks value={share} onValueChange={setShare} onValueCommitted={onCommit} />
    </Field>
  );
}

const slider = () => screen.getByRole("slider", { name: "Share of balance" });

test("is named and described by its field and reads its value in percent", () => {
  render(<Example />);

  expect(slider()).toHaveAccessibleDescription("Of 1.25 BTC");
  expect(slider()).toHaveAttribute("aria-valuetext", "0%");
});

test("moves with the keyboard", async () => {
  render(<Example />);

  await userEvent.tab();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{PageUp}");
  expect(slider()).toHaveAttribute("aria-valuenow", "12");

  await userEvent.keyboard("{End}");
  expect(slider()).toHaveAttribute("aria-valuetext", "100%");
});

test("a mark jumps there and commits", async () => {
  const onCommit = vi.fn();
  render(<Example onCommit={onCommit} />);

  await userEvent.click(screen.getByRole("button", { name: "75%" }));

  expect(slider()).toHaveAttribute("aria-valuenow", "75");
  expect(onCommit.mock.calls).toEqual([[75]]);
});

test("the marks are no stops for the keyboard, which has its own keys", async () => {
  render(<Example />);

  await userEvent.tab();
  expect(slider()).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});
