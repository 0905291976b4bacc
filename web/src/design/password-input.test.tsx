import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Field } from "./field";
import { PasswordInput } from "./password-input";
import { PasswordStrength } from "./password-strength";

test("the password is hidden until it is asked for, and hidden again after", async () => {
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  );
  const input = screen.getByLabelText("Password");

  expect(input).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input).toHaveAttribute("type", "password");
});

test.each([
  ["", "Use at least 10 characters."],
  ["short", "Use at least 10 characters."],
  ["password123", "This password is too common."],
  ["grace-and-a-boat", "Don’t use the name from your email address."],
  ["aaaaaaaaaaaa", "Weak. Avoid repeated characters."],
  ["correct horse battery", "Strong"],
])("the meter says about %j: %s", (password, text) => {
  render(<PasswordStrength password={password} email="grace@example.com" />);

  expect(screen.getByText(text)).toBeVisible();
});
